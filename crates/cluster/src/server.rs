//! The NATS server: connection, and the streams that hold runs, jobs, results and the words of workers.
//!
//! | stream | subject of a message | what it is |
//! |---|---|---|
//! | `ludarium-runs` | `ludarium.run.ID` | what a run wants ([`Announcement`]) |
//! | `ludarium-workers` | `ludarium.worker.ID` | what a worker says about itself ([`Presence`](crate::wire::Presence)), for some seconds |
//! | `ludarium-jobs-ID` | `ludarium.job.ID.JOB` | a job, until a worker has done it; never twice |
//! | `ludarium-results-ID` | `ludarium.result.ID` | a report, until the coordinator has stored it |

use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::CreateStreamErrorKind;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context, Message};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, ServerAddr};
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;

use crate::error::ClusterError;
use crate::job::Job;
use crate::wire::{Announcement, Heard};

/// Where a server is, and how it lets us in.
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// `nats://HOST:PORT` or `tls://HOST`, with `USER:PASSWORD@` before the host where it asks for them; several are
    /// separated by commas.
    pub url: String,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
    /// The certificate of the authority that the server's own is signed by.
    pub authority: Option<PathBuf>,
}

impl Address {
    /// The address without what nobody should read.
    pub fn shown(&self) -> String {
        let one = |url: &str| match (url.find("://"), url.rfind('@')) {
            (Some(begin), Some(end)) if begin + 3 <= end => {
                format!("{}{}", &url[..begin + 3], &url[end + 1..])
            }
            (None, Some(end)) => url[end + 1..].to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(one).collect::<Vec<_>>().join(",")
    }
}

/// How long a first connection may take.
const CONNECT: Duration = Duration::from_secs(5);

/// Runs and their jobs that nobody has touched for so long are forgotten.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 3600);

/// How long the word of a worker holds.
pub(crate) const PRESENT: Duration = Duration::from_secs(15);

/// How long a message that is there may take.
const NOW: Duration = Duration::from_millis(300);

const RUNS: &str = "ludarium-runs";
const WORKERS: &str = "ludarium-workers";

/// A connection to a server with JetStream.
#[derive(Clone, Debug)]
pub(crate) struct NatsServer {
    pub client: Client,
    pub jetstream: Context,
}

impl NatsServer {
    /// Connects, and makes sure that the server keeps messages.
    pub async fn connect(address: &Address, name: &str) -> Result<NatsServer, ClusterError> {
        let shown = || address.shown();
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(CONNECT)
            .request_timeout(Some(CONNECT))
            .ping_interval(Duration::from_secs(10))
            .event_callback(|_| async {});
        if let Some(path) = &address.credentials {
            let read = options.credentials_file(path).await;
            options = read.map_err(|source| ClusterError::File { path: path.clone(), source })?;
        }
        if let Some(path) = &address.authority {
            std::fs::read(path)
                .map_err(|source| ClusterError::File { path: path.clone(), source })?;
            options = options.add_root_certificates(path.clone());
        }
        let servers: Result<Vec<ServerAddr>, _> = address.url.split(',').map(str::parse).collect();
        let servers = servers.unwrap_or_default();
        if servers.is_empty() || servers.iter().any(|server| server.host().is_empty()) {
            return Err(ClusterError::Address { address: shown() });
        }
        let user = servers.iter().find_map(|server| Some((server.username()?, server)));
        if let Some((user, server)) = user {
            options = match server.password() {
                Some(password) => options.user_and_password(decoded(user), decoded(password)),
                None => options.token(decoded(user)),
            };
        }
        let connected = options.connect(servers).await;
        let client = connected.map_err(|error| match error.kind() {
            ConnectErrorKind::ServerParse => ClusterError::Address { address: shown() },
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                ClusterError::Refused { address: shown() }
            }
            kind => {
                let (address, reason) = (shown(), innermost(&error));
                if kind == ConnectErrorKind::Tls || is_unsafe(&reason) {
                    ClusterError::Tls { address, reason }
                } else {
                    ClusterError::Unreachable { address, reason }
                }
            }
        })?;
        let jetstream = jetstream::new(client.clone());
        // Asked in plain words: servers of different ages tell different facts about an account.
        let asked = jetstream.request("INFO", &serde_json::json!({})).await;
        let account: Result<serde_json::Value, _> = asked;
        match account {
            Ok(facts) if facts.get("error").is_none() => {}
            _ => return Err(ClusterError::NoJetStream { address: shown() }),
        }
        Ok(NatsServer { client, jetstream })
    }

    /// The stream of all runs.
    pub async fn runs(&self) -> Result<Stream, ClusterError> {
        let config = Config {
            subjects: vec!["ludarium.run.*".to_owned()],
            max_messages_per_subject: 1,
            max_age: FORGOTTEN,
            ..named(RUNS)
        };
        self.stream(config, "the list of runs").await
    }

    /// The stream of what workers say.
    pub async fn workers(&self) -> Result<Stream, ClusterError> {
        let config = Config {
            subjects: vec!["ludarium.worker.*".to_owned()],
            max_messages_per_subject: 1,
            max_age: PRESENT,
            storage: StorageType::Memory,
            ..named(WORKERS)
        };
        self.stream(config, "the list of workers").await
    }

    /// The stream of a run's jobs. A job that is in it is not taken in again.
    pub async fn jobs(&self, run: &str) -> Result<Stream, ClusterError> {
        let config = Config {
            subjects: vec![format!("ludarium.job.{run}.*")],
            retention: RetentionPolicy::WorkQueue,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_age: FORGOTTEN,
            ..named(&jobs_name(run))
        };
        self.stream(config, "the jobs of the run").await
    }

    /// The stream of a run's results.
    pub async fn results(&self, run: &str) -> Result<Stream, ClusterError> {
        let config = Config {
            subjects: vec![result_subject(run)],
            retention: RetentionPolicy::WorkQueue,
            max_age: FORGOTTEN,
            ..named(&results_name(run))
        };
        self.stream(config, "the results of the run").await
    }

    async fn stream(&self, config: Config, what: &str) -> Result<Stream, ClusterError> {
        let made = self.jetstream.get_or_create_stream(config).await;
        made.map_err(|error| match error.kind() {
            CreateStreamErrorKind::JetStream(said) if is_full(&said.to_string()) => {
                ClusterError::Full { what: what.to_owned(), reason: said.to_string() }
            }
            _ => failed(&format!("keep {what}"), &error),
        })
    }

    /// Where workers take the jobs of a run.
    pub async fn take_jobs(
        &self,
        run: &str,
        patience: Duration,
    ) -> Result<PullConsumer, ClusterError> {
        let stream = self.jobs(run).await?;
        let config = pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: patience,
            max_ack_pending: 100_000,
            max_waiting: 100_000,
            ..pull::Config::default()
        };
        let made = stream.get_or_create_consumer("workers", config).await;
        made.map_err(|error| failed("give out jobs", &error))
    }

    /// Where the coordinator takes the results of a run.
    pub async fn take_results(&self, run: &str) -> Result<PullConsumer, ClusterError> {
        let stream = self.results(run).await?;
        let config = pull::Config {
            durable_name: Some("coordinator".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_secs(30),
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        let made = stream.get_or_create_consumer("coordinator", config).await;
        made.map_err(|error| failed("give out results", &error))
    }

    /// Says what a run wants.
    pub async fn announce(&self, run: &str, what: &Announcement) -> Result<(), ClusterError> {
        self.runs().await?;
        // Texts and numbers always serialise.
        let text = serde_json::to_vec(what).unwrap_or_default();
        self.keep(format!("ludarium.run.{run}"), text).await
    }

    /// Sends a message and waits until the server has stored it.
    pub async fn keep(&self, subject: String, bytes: Vec<u8>) -> Result<(), ClusterError> {
        let sent = self.jetstream.publish(subject, bytes.into()).await;
        let stored = match sent {
            Ok(stored) => stored.await,
            Err(error) => Err(error),
        };
        match stored {
            Ok(_) => Ok(()),
            Err(error) => Err(kept("a message", &error)),
        }
    }

    /// The runs that look for workers.
    pub async fn announced(&self) -> Result<BTreeSet<String>, ClusterError> {
        let stream = self.runs().await?;
        let subjects = subjects(&stream, "ludarium.run.*").await?;
        let id = |subject: &String| subject.rsplit('.').next().unwrap_or_default().to_owned();
        Ok(subjects.iter().map(id).collect())
    }

    /// What a run wants, and when that was said, in nanoseconds since 1970; `None` if it is not there any more.
    pub async fn announcement(&self, run: &str) -> Result<Option<(Heard, i128)>, ClusterError> {
        let stream = self.runs().await?;
        let subject = format!("ludarium.run.{run}");
        match stream.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => {
                let time = message.time.unix_timestamp_nanos();
                Ok(Heard::read(&message.payload).map(|heard| (heard, time)))
            }
            Err(_) => Ok(None),
        }
    }

    /// The jobs of a run that the server has.
    pub async fn jobs_of(&self, run: &str) -> Result<BTreeSet<Job>, ClusterError> {
        let stream = self.jobs(run).await?;
        let found = subjects(&stream, ">").await?;
        let read = |subject: &String| subject.rsplit('.').next()?.parse().ok();
        Ok(found.iter().filter_map(read).collect())
    }

    /// Removes a job that nobody has to do any more.
    pub async fn withdraw(&self, run: &str, job: Job) -> Result<(), ClusterError> {
        let stream = self.jobs(run).await?;
        let purged = stream.purge().filter(job_subject(run, job)).await;
        purged.map(|_| ()).map_err(|error| failed("remove a job", &error))
    }

    /// Removes everything that belongs to a run.
    pub async fn remove(&self, run: &str) -> Result<(), ClusterError> {
        let runs = self.runs().await?;
        let purged = runs.purge().filter(format!("ludarium.run.{run}")).await;
        purged.map_err(|error| failed("remove a run", &error))?;
        for name in [jobs_name(run), results_name(run)] {
            // What is not there need not be removed.
            let _ = self.jetstream.delete_stream(name).await;
        }
        Ok(())
    }
}

/// Waits for a message, at most so long.
pub(crate) async fn take(
    consumer: &PullConsumer,
    wait: Duration,
) -> Result<Option<Message>, ClusterError> {
    let asked = consumer.batch().max_messages(1).expires(wait);
    let mut messages = asked.messages().await.map_err(|error| silent(&error))?;
    // A server that is gone does not say that nothing came.
    let waited = tokio::time::timeout(wait + Duration::from_secs(2), messages.next()).await;
    match waited {
        Ok(None) => Ok(None),
        Ok(Some(Ok(message))) => Ok(Some(message)),
        Ok(Some(Err(error))) => Err(silent(&*error)),
        Err(_) => Err(ClusterError::Server {
            what: "answer".to_owned(),
            reason: "it was silent".to_owned(),
        }),
    }
}

/// Takes what there is at this moment, at most `most`.
pub(crate) async fn take_all(
    consumer: &PullConsumer,
    most: usize,
) -> Result<Vec<Message>, ClusterError> {
    let asked = consumer.fetch().max_messages(most);
    let mut messages = asked.messages().await.map_err(|error| silent(&error))?;
    let mut taken = Vec::new();
    while let Ok(Some(Ok(message))) = tokio::time::timeout(NOW, messages.next()).await {
        taken.push(message);
    }
    Ok(taken)
}

fn silent(error: &dyn Error) -> ClusterError {
    ClusterError::Server { what: "give messages".to_owned(), reason: innermost(error) }
}

/// The subjects of a stream that have messages.
pub(crate) async fn subjects(stream: &Stream, filter: &str) -> Result<Vec<String>, ClusterError> {
    let trouble = |error: &dyn Error| ClusterError::Server {
        what: "list messages".to_owned(),
        reason: innermost(error),
    };
    let listed = stream.info_with_subjects(filter).await;
    let mut listed = listed.map_err(|error| trouble(&error))?;
    let mut subjects = Vec::new();
    while let Some(subject) = listed.next().await {
        subjects.push(subject.map_err(|error| trouble(&error))?.0);
    }
    Ok(subjects)
}

/// The subject of a job.
pub(crate) fn job_subject(run: &str, job: Job) -> String {
    format!("ludarium.job.{run}.{job}")
}

/// The subject of all results of a run.
pub(crate) fn result_subject(run: &str) -> String {
    format!("ludarium.result.{run}")
}

fn jobs_name(run: &str) -> String {
    format!("ludarium-jobs-{run}")
}

fn results_name(run: &str) -> String {
    format!("ludarium-results-{run}")
}

fn named(name: &str) -> Config {
    Config { name: name.to_owned(), ..Config::default() }
}

/// Whether a connection was ended because it is not safe: a certificate that is refused comes as an error of the network.
fn is_unsafe(reason: &str) -> bool {
    let reason = reason.to_lowercase();
    // A server without TLS answers with what is no message of TLS.
    ["certificate", "handshake", "tls", "corrupt message"].iter().any(|word| reason.contains(word))
}

/// Whether the server means that it has no room.
pub(crate) fn is_full(said: &str) -> bool {
    let said = said.to_lowercase();
    ["insufficient", "resource", "maximum bytes", "maximum messages exceeded", "no space"]
        .iter()
        .any(|word| said.contains(word))
}

/// Why something was not stored.
pub(crate) fn kept(what: &str, error: &dyn Error) -> ClusterError {
    let reason = innermost(error);
    if is_full(&reason) {
        ClusterError::Full { what: what.to_owned(), reason }
    } else {
        ClusterError::Server { what: format!("keep {what}"), reason }
    }
}

pub(crate) fn failed(what: &str, error: &dyn Error) -> ClusterError {
    ClusterError::Server { what: what.to_owned(), reason: innermost(error) }
}

/// A part of an address without the escapes (`%40`) that stand for signs with a meaning there.
fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The first cause of an error: what is around it says only that there was one.
pub(crate) fn innermost(error: &dyn Error) -> String {
    let mut found = error;
    while let Some(source) = found.source() {
        found = source;
    }
    found.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_in_passwords_are_read() {
        for (text, meant) in [("a%40b%3A", "a@b:"), ("100%", "100%"), ("%zz%4", "%zz%4")] {
            assert_eq!(decoded(text), meant);
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        let shown = |url: &str| {
            let url = url.to_owned();
            Address { url, ..Address::default() }.shown()
        };
        assert_eq!(shown("nats://host"), "nats://host");
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://a:p@ss@h1,token@h2"), "tls://h1,h2");
    }
}
