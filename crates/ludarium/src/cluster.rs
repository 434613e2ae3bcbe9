//! Clusters as commands see them: where one is, and what happens in a program that was built without them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludarium_arena::Elsewhere;
use ludarium_game::read_duration;
use ludarium_web::ClusterView;

use crate::error::CliError;

/// The cluster that plays, if one does.
#[derive(Clone, Debug, clap::Args)]
pub struct ClusterArgs {
    /// Let the workers of a cluster play: the address of its NATS server (docs/cluster.md)
    #[arg(long, value_name = "nats://HOST")]
    pub cluster: Option<String>,

    #[command(flatten)]
    pub access: AccessArgs,

    /// How long a worker may be silent before its games are given to another one
    #[arg(long, value_name = "TIME", default_value = "10s", requires = "cluster", value_parser = patience)]
    patience: Duration,
}

/// How the NATS server lets us in; a user and a password may also be in its address.
#[derive(Clone, Debug, clap::Args)]
pub struct AccessArgs {
    /// A file with NATS credentials
    #[arg(long, value_name = "FILE", requires = "cluster")]
    creds: Option<PathBuf>,

    /// The certificate of the authority that signed the NATS server's own
    #[arg(long, value_name = "FILE", requires = "cluster")]
    ca: Option<PathBuf>,
}

fn patience(text: &str) -> Result<Duration, String> {
    let time = read_duration(text);
    let time = time.filter(|time| (Duration::from_millis(500)..=DAY).contains(time));
    time.ok_or_else(|| "expected a time from 500ms to 24h, such as 10s".to_owned())
}

const DAY: Duration = Duration::from_secs(24 * 3600);

impl AccessArgs {
    /// A cluster to look at, if one was asked for. It is an error if no server answers.
    #[cfg(feature = "cluster")]
    pub fn view(&self, url: Option<&str>) -> Result<Option<Arc<dyn ClusterView>>, CliError> {
        let Some(url) = url else {
            return Ok(None);
        };
        let observer = ludarium_cluster::Observer::new(&self.address(url)).map_err(refused)?;
        Ok(Some(Arc::new(crate::commands::cluster::ClusterObserver(observer))))
    }

    /// A cluster to look at: an error here, if one was asked for.
    #[cfg(not(feature = "cluster"))]
    pub fn view(&self, url: Option<&str>) -> Result<Option<Arc<dyn ClusterView>>, CliError> {
        match url {
            None => Ok(None),
            Some(_) => Err(missing()),
        }
    }

    /// The address with what opens its door.
    #[cfg(feature = "cluster")]
    pub fn address(&self, url: &str) -> ludarium_cluster::Address {
        ludarium_cluster::Address {
            url: url.to_owned(),
            credentials: self.creds.clone(),
            authority: self.ca.clone(),
        }
    }
}

impl ClusterArgs {
    /// The cluster that plays, if one was asked for. It is an error if no server answers.
    pub fn elsewhere(&self) -> Result<Option<Arc<dyn Elsewhere>>, CliError> {
        #[cfg(feature = "cluster")]
        return Ok(self.connect()?.map(|cluster| cluster as _));
        #[cfg(not(feature = "cluster"))]
        self.refuse()
    }

    #[cfg(feature = "cluster")]
    fn connect(&self) -> Result<Option<Arc<ludarium_cluster::Cluster>>, CliError> {
        let Some(url) = &self.cluster else {
            return Ok(None);
        };
        let notices = ludarium_cluster::Notices::new(crate::screen::Screen::remark);
        let address = self.access.address(url);
        let cluster = ludarium_cluster::Cluster::new(address, self.patience, notices);
        Ok(Some(Arc::new(cluster.map_err(refused)?)))
    }

    /// An error where a cluster was asked for.
    #[cfg(not(feature = "cluster"))]
    fn refuse<T>(&self) -> Result<Option<T>, CliError> {
        match &self.cluster {
            None => Ok(None),
            Some(_) => Err(missing()),
        }
    }
}

/// A cluster's error with the exit code that fits it.
#[cfg(feature = "cluster")]
pub fn refused(error: ludarium_cluster::ClusterError) -> CliError {
    match error {
        ludarium_cluster::ClusterError::Address { .. } => CliError::Usage(error.to_string()),
        error => CliError::Failed(error.to_string()),
    }
}

/// What a program without clusters says.
#[cfg(not(feature = "cluster"))]
pub fn missing() -> CliError {
    CliError::Usage(
        "this program was built without clusters; build it with `cargo build --release --features cluster`, or use a \
         released binary"
            .to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_is_a_time() {
        assert_eq!(patience("2s"), Ok(Duration::from_secs(2)));
        for text in ["", "soon", "1ms", "48h"] {
            assert!(patience(text).unwrap_err().contains("10s"), "{text}");
        }
    }
}
