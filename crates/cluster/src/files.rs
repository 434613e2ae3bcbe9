//! Files of agents: models and the programs of bots, from the coordinator to the workers through the object store.

use std::io::Write;
use std::path::{Component, Path, PathBuf};

use async_nats::jetstream::object_store::{Config, GetErrorKind, ObjectStore};
use ludarium_agents::without_budget;
use ludarium_arena::{Contest, Identity, is_bot, sha256};
use ludarium_bridge::bot::BotCommand;
use ludarium_game::Spec;
use ludarium_train::values::SelfPlay;
use tokio::io::AsyncReadExt;

use crate::error::ClusterError;
use crate::server::{NatsServer, kept};
use crate::wire::{ContestTask, SharedFile};

const BUCKET: &str = "ludarium-files";

/// A larger file is not sent to workers.
const LARGEST: u64 = 1 << 30;

/// A file that an agent needs, on the coordinator's machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HomeFile {
    pub shared: SharedFile,
    pub path: PathBuf,
}

/// A contest as a worker plays it: the texts of its agents name the worker's own copies of files.
#[derive(Clone, Debug)]
pub(crate) struct LocalContest {
    pub task: ContestTask,
    pub contest: Contest,
    /// What stands for a file here, and what stands for it at home.
    pub names: Vec<(String, String)>,
}

impl LocalContest {
    /// A setting of an agent as it is written at home.
    pub fn at_home(&self, setting: &str) -> String {
        let names = self.names.iter();
        names.fold(setting.to_owned(), |text, (here, home)| {
            text.replace(here, home)
        })
    }
}

/// The files that the agents of a contest need.
pub(crate) fn of_contest(
    contest: &Contest,
    identities: &[Identity],
) -> Result<Vec<HomeFile>, ClusterError> {
    let mut files = Vec::new();
    for (agent, text) in contest.agents.iter().enumerate() {
        let named = if is_bot(text) {
            bot_files(text, identities.get(agent))
        } else {
            model_files(text)
        };
        for (name, path) in named {
            let digest = digest(&path)?;
            files.push(HomeFile {
                shared: SharedFile {
                    agent,
                    name,
                    digest,
                },
                path,
            });
        }
    }
    Ok(files)
}

/// The model files that the text of an agent names: `eval=value:FILE`.
fn model_files(text: &str) -> Vec<(String, PathBuf)> {
    let Ok(spec) = Spec::parse(without_budget(text)) else {
        return Vec::new();
    };
    let named = spec
        .options()
        .filter_map(|(_, value)| value.split_once(':'));
    let named = named.map(|(_, name)| (name.to_owned(), PathBuf::from(name)));
    named.filter(|(_, path)| path.is_file()).collect()
}

/// The files of a bot that travel: those that are named from its folder. Its interpreter, and whatever is named by a whole
/// path, must be the same on every machine.
fn bot_files(text: &str, identity: Option<&Identity>) -> Vec<(String, PathBuf)> {
    let Ok(command) = text.parse::<BotCommand>() else {
        return Vec::new();
    };
    let folder = command.dir.clone().unwrap_or_default();
    let parts = identity.into_iter().flat_map(Identity::parts);
    let named = parts.map(|(name, _)| name).filter(|name| {
        let found = *name == command.program() && !name.contains('/');
        !found && travels(Path::new(name))
    });
    let named = named.map(|name| (name.to_owned(), folder.join(name)));
    named.filter(|(_, path)| path.is_file()).collect()
}

/// Whether a name stays inside of the folder that it is looked for in.
fn travels(name: &Path) -> bool {
    let inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    name.components().all(inside)
}

fn digest(path: &Path) -> Result<String, ClusterError> {
    let trouble = |source| ClusterError::File {
        path: path.to_owned(),
        source,
    };
    let size = std::fs::metadata(path).map_err(trouble)?.len();
    if size > LARGEST {
        return Err(ClusterError::Agents(format!(
            "{} is too large to be sent to workers: {} MiB, at most {} are possible",
            path.display(),
            size >> 20,
            LARGEST >> 20
        )));
    }
    Ok(sha256(&std::fs::read(path).map_err(trouble)?))
}

async fn store(server: &NatsServer) -> Result<ObjectStore, ClusterError> {
    if let Ok(store) = server.jetstream.get_object_store(BUCKET).await {
        return Ok(store);
    }
    let config = Config {
        bucket: BUCKET.to_owned(),
        ..Config::default()
    };
    let made = server.jetstream.create_object_store(config).await;
    made.map_err(|error| kept("files of agents", &error))
}

/// Brings the files to the server, where it does not have them.
pub(crate) async fn share(
    server: &NatsServer,
    files: &[HomeFile],
) -> Result<Vec<SharedFile>, ClusterError> {
    if !files.is_empty() {
        let store = store(server).await?;
        for HomeFile { shared, path } in files {
            put(&store, &shared.digest, path).await?;
        }
    }
    Ok(files.iter().map(|file| file.shared.clone()).collect())
}

/// Brings the networks of a training to the server, where it does not have them.
pub(crate) async fn share_networks(
    server: &NatsServer,
    play: &SelfPlay,
) -> Result<(), ClusterError> {
    let networks: Vec<&PathBuf> = play
        .networks
        .iter()
        .filter_map(|network| network.file.as_ref())
        .collect();
    if !networks.is_empty() {
        let store = store(server).await?;
        for path in networks {
            put(&store, &digest(path)?, path).await?;
        }
    }
    Ok(())
}

async fn put(store: &ObjectStore, digest: &str, path: &Path) -> Result<(), ClusterError> {
    if store.info(digest).await.is_ok() {
        return Ok(());
    }
    let bytes = std::fs::read(path).map_err(|source| ClusterError::File {
        path: path.to_owned(),
        source,
    })?;
    let stored = store.put(digest, &mut &bytes[..]).await;
    stored
        .map(|_| ())
        .map_err(|error| kept(&format!("the file {}", path.display()), &error))
}

/// The games of a training with the worker's own copies of the networks. An error says which is missing or wrong.
pub(crate) async fn fetch_networks(
    server: &NatsServer,
    play: &SelfPlay,
    cache: &Path,
) -> Result<SelfPlay, String> {
    let mut local = play.clone();
    for network in &mut local.networks {
        let Some(file) = &mut network.file else {
            continue;
        };
        let path = model_path(cache, &network.digest)?;
        let shared = SharedFile {
            agent: 0,
            name: file.display().to_string(),
            digest: network.digest.clone(),
        };
        bring(server, &shared, &path).await?;
        *file = path;
    }
    Ok(local)
}

/// Where a worker keeps a model.
fn model_path(cache: &Path, digest: &str) -> Result<PathBuf, String> {
    // A digest comes from another machine: only its letters and digits make a name.
    let name: String = digest
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(16)
        .collect();
    let path = cache.join(format!("model-{name}"));
    let here = path.display().to_string();
    if here.contains([',', '@']) {
        Err(format!(
            "the folder for files must have no comma and no @ in its name: {here}"
        ))
    } else {
        Ok(path)
    }
}

/// The contest with the worker's own copies of its files. An error says which file is missing or wrong.
pub(crate) async fn fetch(
    server: &NatsServer,
    task: &ContestTask,
    cache: &Path,
) -> Result<LocalContest, String> {
    let mut local = LocalContest {
        task: task.clone(),
        contest: task.contest.clone(),
        names: Vec::new(),
    };
    for (agent, text) in task.contest.agents.iter().enumerate() {
        let files: Vec<&SharedFile> = task
            .files
            .iter()
            .filter(|file| file.agent == agent)
            .collect();
        if files.is_empty() {
            continue;
        }
        local.contest.agents[agent] = if is_bot(text) {
            let mut command: BotCommand = text.parse().map_err(|error| format!("{error}"))?;
            let all: Vec<String> = files
                .iter()
                .map(|file| format!("{} {}", file.name, file.digest))
                .collect();
            let folder = cache.join(format!("bot-{}", &sha256(all.join("\n").as_bytes())[..16]));
            for file in files {
                if !travels(Path::new(&file.name)) {
                    return Err(format!(
                        "the file `{}` of a bot lies outside of its folder",
                        file.name
                    ));
                }
                let path = folder.join(&file.name);
                bring(server, file, &path).await?;
            }
            command.dir = Some(folder);
            command.to_string()
        } else {
            let mut text = text.clone();
            for file in files {
                let path = model_path(cache, &file.digest)?;
                let here = path.display().to_string();
                bring(server, file, &path).await?;
                text = text.replace(&format!(":{}", file.name), &format!(":{here}"));
                local.names.push((here, file.name.clone()));
            }
            text
        };
    }
    Ok(local)
}

/// Makes sure that a file lies at a path, with the content that its digest says.
async fn bring(server: &NatsServer, file: &SharedFile, path: &Path) -> Result<(), String> {
    let right = |bytes: &[u8]| sha256(bytes) == file.digest;
    if std::fs::read(path).is_ok_and(|bytes| right(&bytes)) {
        return Ok(());
    }
    let name = &file.name;
    let store = store(server).await.map_err(|error| error.to_string())?;
    let object = store.get(&file.digest).await;
    let mut object = object.map_err(|error| match error.kind() {
        GetErrorKind::NotFound => format!("the server does not have the file `{name}`"),
        _ => format!("the file `{name}` cannot be fetched: {error}"),
    })?;
    let mut bytes = Vec::new();
    let read = object.read_to_end(&mut bytes).await;
    read.map_err(|error| format!("the file `{name}` cannot be fetched: {error}"))?;
    if !right(&bytes) {
        return Err(format!(
            "the file `{name}` is not the one that the run names: its digest differs"
        ));
    }
    write(path, &bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes a file that has its name only when it is complete.
fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.new", std::process::id()));
    let mut file = std::fs::File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    make_executable(Path::new(&draft))?;
    std::fs::rename(&draft, path)
}

/// The program of a bot may be among its files.
#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_agents_are_found_in_their_texts() {
        let folder = std::env::temp_dir().join(format!("ludarium-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["net.qnet", "bot.py"] {
            std::fs::write(folder.join(name), name).unwrap();
        }
        let net = folder.join("net.qnet").display().to_string();
        let agents = vec![
            format!("maxn:eval=value:{net},depth=2"),
            "maxn:eval=value".to_owned(),
            format!("bot[dir={}]:python3 bot.py absent.txt", folder.display()),
        ];
        let contest = Contest::new("sprint", None, agents, 1);
        let bot = Identity::default()
            .with("python3", "1")
            .with("bot.py", "2")
            .with("/etc/hosts", "3");
        let identities = [Identity::default(), Identity::default(), bot];
        let found = of_contest(&contest, &identities).unwrap();
        let names: Vec<(usize, &str)> = found
            .iter()
            .map(|file| (file.shared.agent, &*file.shared.name))
            .collect();
        assert_eq!(names, [(0, &*net), (2, "bot.py")]);
        assert_eq!(found[1].shared.digest, sha256(b"bot.py"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_file_leaves_its_folder() {
        for name in ["bot.py", "lib/a.py", "./x"] {
            assert!(travels(Path::new(name)), "{name}");
        }
        for name in ["/etc/passwd", "../x", "a/../../x"] {
            assert!(!travels(Path::new(name)), "{name}");
        }
    }
}
