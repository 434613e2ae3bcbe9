//! What a cluster costs: the bytes of a game on their way, the coordinator's processor time, and a simulated day.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludarium_arena::{
    Completion, Control, Elsewhere, Interrupt, Keep, Plan, Portion, Progress, RunError, Schedule,
    Shard, Store, Tournament, Wanted, run_by,
};
use ludarium_cluster::{Crowd, Job, JobOutcome, JobReport, Settings, simulate};
use ludarium_game::{Stopwatch, TimeKind};

use crate::games::games;

/// Short and long games.
const TOURNAMENTS: &[(&str, &[&str])] = &[
    ("tuc-chess", &["greedy", "random"]),
    ("chexers", &["greedy", "one-ply", "random"]),
    ("chexers", &["maxn", "greedy", "random"]),
    ("dicewars", &["random", "random"]),
];

/// Blocks in a message.
const TOGETHER: u64 = 16;

/// Results that were packed before, as if they came from workers.
#[derive(Debug)]
struct Packed(Vec<Vec<u8>>);

impl Elsewhere for Packed {
    fn play(&self, _: &Wanted<'_>, keep: &mut Keep<'_>) -> Result<(), RunError> {
        // A coordinator stores what comes together in one transaction.
        for messages in self.0.chunks(8) {
            let reports = messages.iter().filter_map(|bytes| JobReport::unpack(bytes));
            let mut portion = Portion::default();
            for report in reports {
                if let JobOutcome::Games(games) = report.outcome {
                    portion.games.extend(games);
                }
            }
            keep(vec![portion])?;
        }
        Ok(())
    }
}

/// Measures and prints.
pub fn run(count: u64) -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("ludarium-cluster-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    println!(
        "game and agents                            games  µs to play  µs to pack  bytes sent  coordinator µs"
    );
    let games = games();
    for (index, (game, agents)) in TOURNAMENTS.iter().enumerate() {
        let tournament = Tournament {
            game: (*game).to_owned(),
            agents: agents.iter().map(|&text| text.to_owned()).collect(),
            games: Some(count),
            ..Tournament::default()
        };
        let (contest, blocks) = tournament.contest(&games)?;
        let rules = games.rules(&contest.game, Some(&contest.variant))?;
        let halt = Arc::new(AtomicBool::new(false));
        let played = rules.contest_games(&contest, None, &halt)?;
        let schedule = Schedule::new(&contest);
        let mut worker = played.worker(true);
        let (mut playing, mut packing) = (Duration::ZERO, Duration::ZERO);
        let mut messages = Vec::new();
        for first in (0..blocks).step_by(TOGETHER as usize) {
            let units = TOGETHER.min(blocks - first);
            let watch = Stopwatch::start(TimeKind::Processor);
            let mut records = Vec::new();
            for number in first..first + units {
                let block = schedule.block(number);
                for place in 0..block.games.len() {
                    records.extend(worker.play(&block, place)?);
                }
            }
            playing += watch.elapsed();
            let watch = Stopwatch::start(TimeKind::Processor);
            let report = JobReport {
                job: Job {
                    first,
                    count: units,
                    copy: 0,
                },
                worker: "bench".to_owned(),
                speed: 1.0,
                micros: 1,
                outcome: JobOutcome::Games(records),
            };
            messages.push(report.pack());
            packing += watch.elapsed();
        }
        let bytes: usize = messages.iter().map(Vec::len).sum();
        let mut store = Store::create(&folder.join(format!("{index}.db")), &contest)?;
        let plan = Plan {
            blocks,
            threads: 1,
            shard: Shard::WHOLE,
            bots: None,
            luck: true,
        };
        let mut go_on = |_: Progress<'_>| Control::Continue;
        let packed = Packed(messages);
        let interrupt = Interrupt::new();
        // A new run asks its agents for their identity; that does not depend on its games.
        played.identities()?;
        let watch = Stopwatch::start(TimeKind::Processor);
        let ended = run_by(
            &games,
            &contest,
            &plan,
            &mut store,
            &interrupt,
            &mut go_on,
            Some(&packed),
        )?;
        let storing = watch.elapsed();
        assert_eq!(ended, Completion::Complete);
        let all = schedule.games(blocks) as f64;
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / all;
        println!(
            "{:<40} {all:>7}  {:>10.1}  {:>10.1}  {:>10.0}  {:>14.1}",
            format!("{game} {}", agents.join(" ")),
            micros(playing),
            micros(packing),
            bytes as f64 / all,
            micros(storing),
        );
    }
    std::fs::remove_dir_all(&folder)?;
    println!("\nsimulated workers  blocks   ideal s  took s  last tenth s  work  results again");
    for (workers, blocks) in [(10, 2000), (100, 20_000), (1000, 200_000)] {
        let crowd = Crowd {
            workers,
            unit: Duration::from_millis(200),
            dying: 0.001,
            slow: 0.05,
            lost: 0.05,
        };
        let day = simulate(blocks, crowd, Settings::default(), 1);
        let (end, most) = (day.end.as_secs_f64(), day.most.as_secs_f64());
        println!(
            "{workers:>17}  {blocks:>6}  {:>8.1}  {end:>6.1}  {:>12.1}  {:>4.2}  {:>13}",
            day.ideal(&crowd).as_secs_f64(),
            end - most,
            day.work / (blocks as f64 * 0.2),
            day.again,
        );
    }
    Ok(())
}
