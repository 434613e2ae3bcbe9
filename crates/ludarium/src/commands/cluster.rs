//! `ludarium cluster`: who is there, and what is being played.

use clap::Subcommand;

use crate::cluster::AccessArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::screen::Screen;

/// Look at a cluster: its workers, its runs, and how far they are
#[derive(Debug, clap::Args)]
pub struct ClusterCommand {
    #[command(subcommand)]
    what: ClusterTask,
}

#[derive(Debug, Subcommand)]
enum ClusterTask {
    /// Show workers with their speeds, and runs with their jobs
    Status {
        /// The address of the NATS server
        #[arg(long, value_name = "nats://HOST", env = "LUDARIUM_CLUSTER")]
        cluster: String,

        #[command(flatten)]
        access: AccessArgs,

        /// Show it again every second until Ctrl-C
        #[arg(long, conflicts_with = "json")]
        follow: bool,

        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove an abandoned run from the server; what is stored in its file stays
    Remove {
        /// The identifier or the name of the run, as `status` shows them
        run: String,

        /// The address of the NATS server
        #[arg(long, value_name = "nats://HOST", env = "LUDARIUM_CLUSTER")]
        cluster: String,

        #[command(flatten)]
        access: AccessArgs,
    },
}

/// Says what is missing.
#[cfg(not(feature = "cluster"))]
pub fn run(_: &ClusterCommand, _: &Context, _: &mut Screen) -> Result<(), CliError> {
    Err(crate::cluster::missing())
}

/// Looks and prints.
#[cfg(feature = "cluster")]
pub fn run(args: &ClusterCommand, _: &Context, screen: &mut Screen) -> Result<(), CliError> {
    use crate::cluster::refused;
    use ludarium_cluster::Observer;

    match &args.what {
        ClusterTask::Status { cluster, access, follow, json } => {
            let observer = Observer::new(&access.address(cluster)).map_err(refused)?;
            loop {
                let status = observer.status().map_err(refused)?;
                if *json {
                    return screen.json(&shown::json(&status));
                }
                let text = shown::text(&status, screen.table_width());
                if !follow {
                    return screen.line(text);
                }
                screen.redraw(&text)?;
                std::thread::sleep(std::time::Duration::from_secs(1));
            }
        }
        ClusterTask::Remove { run, cluster, access } => {
            let observer = Observer::new(&access.address(cluster)).map_err(refused)?;
            match &*observer.remove(run).map_err(refused)? {
                [] => Err(CliError::Usage(format!(
                    "there is no run {run}; `ludarium cluster status` shows those that are there"
                ))),
                removed => screen.line(format!("removed {}", removed.join(", "))),
            }
        }
    }
}

/// A cluster as the page shows it.
#[cfg(feature = "cluster")]
#[derive(Debug)]
pub struct ClusterObserver(pub ludarium_cluster::Observer);

#[cfg(feature = "cluster")]
impl ludarium_web::ClusterView for ClusterObserver {
    fn status(&self) -> Result<serde_json::Value, String> {
        let status = self.0.status().map_err(|error| error.to_string())?;
        Ok(shown::json(&status))
    }
}

#[cfg(feature = "cluster")]
mod shown {
    use std::time::Duration;

    use ludarium_cluster::{RunStatus, Status, WorkerStatus};
    use ludarium_report::duration_text;
    use ludarium_report::sheet::Sheet;
    use serde_json::{Value, json};

    use crate::screen::{FAINT, clean};
    use crate::sheets;

    pub fn json(status: &Status) -> Value {
        let worker = |WorkerStatus { presence: one, heard }: &WorkerStatus| {
            json!({
                "id": one.id, "host": one.host, "version": one.program, "threads": one.threads, "speed": one.speed,
                "jobs": one.jobs, "games": one.games, "seconds": one.seconds, "heard": heard,
                "refused": one.refused.iter().map(|refusal| json!({"run": refusal.run, "reason": refusal.reason}))
                    .collect::<Vec<_>>(),
            })
        };
        let run = |one: &RunStatus| {
            json!({
                "id": one.id, "name": one.name, "game": one.game, "units": one.units, "done": one.progress.done,
                "all": one.progress.all, "games": one.games, "left": one.progress.left, "heard": one.heard, "waiting": one.waiting, "in_flight": one.in_flight,
                "again": one.again, "set_aside": one.set_aside, "results": one.results,
            })
        };
        json!({
            "workers": status.workers.iter().map(worker).collect::<Vec<_>>(),
            "runs": status.runs.iter().map(run).collect::<Vec<_>>(),
        })
    }

    pub fn text(status: &Status, width: usize) -> String {
        let mut lines = Vec::new();
        if status.workers.is_empty() {
            lines.push("no workers: start some with ludarium worker --cluster ADDRESS".to_owned());
        } else {
            let headings = [
                "worker", "version", ">threads", ">speed", ">jobs", ">games", ">games/s", ">heard",
            ];
            let row = |WorkerStatus { presence: one, heard }: &WorkerStatus| {
                [
                    clean(&one.id),
                    clean(&one.program),
                    one.threads.to_string(),
                    format!("{:.0}", one.speed),
                    one.jobs.to_string(),
                    one.games.to_string(),
                    format!("{:.1}", one.games as f64 / one.seconds.max(0.1)),
                    ago(*heard),
                ]
            };
            let sheet = Sheet::new("", headings).texts(status.workers.iter().map(row));
            lines.push(sheets::text(&sheet, width));
        }
        for WorkerStatus { presence: one, .. } in &status.workers {
            for refusal in &one.refused {
                let (id, run, reason) =
                    (clean(&one.id), clean(&refusal.run), clean(&refusal.reason));
                lines.push(format!("{FAINT}{id} does not play {run}: {reason}{FAINT:#}"));
            }
        }
        lines.push(String::new());
        if status.runs.is_empty() {
            lines.push("no runs: start one with --cluster ADDRESS".to_owned());
        } else {
            let headings = [
                "run",
                "name",
                "game",
                ">games done",
                ">units done",
                ">time left",
                ">heard",
                ">waiting",
                ">in flight",
                ">given again",
                ">set aside",
                ">results to store",
            ];
            let row = |one: &RunStatus| {
                [
                    one.id.clone(),
                    clean(&one.name),
                    clean(&one.game),
                    format!("{} of {}", games_done(one), one.games),
                    format!("{} of {} {}", one.progress.done, one.progress.all, one.units),
                    one.progress.left.map_or_else(|| "unknown".to_owned(), time_left),
                    ago(one.heard),
                    one.waiting.to_string(),
                    one.in_flight.to_string(),
                    one.again.to_string(),
                    one.set_aside.to_string(),
                    one.results.to_string(),
                ]
            };
            let sheet = Sheet::new("", headings).texts(status.runs.iter().map(row));
            lines.push(sheets::text(&sheet, width));
        }
        lines.join("\n")
    }

    /// The games of the units that are done, where units have about the same number of games.
    fn games_done(run: &RunStatus) -> u64 {
        let share = run.progress.done as f64 / run.progress.all.max(1) as f64;
        (run.games as f64 * share).round() as u64
    }

    fn time_left(seconds: f64) -> String {
        let left = Duration::try_from_secs_f64(seconds.round()).unwrap_or(Duration::MAX);
        duration_text(left)
    }

    fn ago(seconds: f64) -> String {
        format!("{} ago", time_left(seconds))
    }
}
