//! `ludarium connect` and `ludarium host` at one table, over loopback.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

fn ludarium(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludarium"));
    command.args(args);
    command
}

/// Starts a host at a port that the system chooses, and finds out which.
fn start(args: &[&str]) -> (Child, String) {
    let mut host = ludarium(args)
        .args(["--address", "127.0.0.1", "--port", "0", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Our player comes before it, if that is a bot.
    let mut told = BufReader::new(host.stderr.take().unwrap()).lines().map_while(Result::ok);
    let line = told.find(|line| line.contains("listening at"));
    let line = line.expect("the host listens");
    let port = line.rsplit(':').next().unwrap_or_default();
    assert!(port.parse::<u16>().is_ok(), "{line}");
    (host, port.to_owned())
}

fn output(mut command: Command) -> std::process::Output {
    command.output().unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn a_tuc_client_plays_at_our_host() {
    let folder = std::env::temp_dir().join(format!("ludarium-doors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let record = folder.join("games.jsonl");
    let record = record.to_str().unwrap();
    let (host, port) = start(&[
        "host",
        "tuc-chess",
        "--agent",
        "greedy",
        "--side",
        "white",
        "--countdown",
        "0s",
        "--record",
        record,
    ]);
    // Doors are named like their games; this one still answers to its first name.
    let client = ludarium(&[
        "connect", "tuc", "--port", &port, "--agent", "one-ply", "--name", "guest", "--json",
    ]);
    let client = output(client);
    assert!(client.status.success(), "{client:?}");
    let host = host.wait_with_output().unwrap();
    assert!(host.status.success(), "{host:?}");
    let (hosted, played) = (json(&host.stdout), json(&client.stdout));
    assert_eq!(hosted["hosted"]["players"], serde_json::json!(["greedy", "guest"]));
    assert_eq!(hosted["hosted"]["points"], played["played"]["points"]);
    assert_eq!(json(&std::fs::read(record).unwrap()), hosted);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_dicewars_client_plays_at_our_host() {
    let (host, port) = start(&[
        "host",
        "dicewars",
        "--players",
        "3",
        "--agents",
        "sdc",
        "ste",
        "--board",
        "3",
        "--ownership",
        "42",
        "--fixed",
        "42",
    ]);
    let client = ludarium(&["connect", "dicewars", "--port", &port, "--agent", "happ", "--json"]);
    let client = output(client);
    assert!(client.status.success(), "{client:?}");
    let host = host.wait_with_output().unwrap();
    assert!(host.status.success(), "{host:?}");
    let (hosted, played) = (json(&host.stdout), json(&client.stdout));
    assert_eq!(hosted["hosted"]["winner"], played["played"]["winner"]);
    assert_eq!(hosted["hosted"]["players"][0], "happ (AI)");
    assert_eq!(hosted["hosted"]["seeds"][0], 3);
}

/// One game through two open doors: what the host says of it. `host` and `client` are the words of both commands.
fn through_the_door(host: &[&str], client: &[&str]) -> Value {
    let (host, port) = start(&[&["host"], host].concat());
    let client = ludarium(&[&["connect"], client, &["--port", &port, "--json"]].concat());
    let client = output(client);
    assert!(client.status.success(), "{client:?}");
    let host = host.wait_with_output().unwrap();
    assert!(host.status.success(), "{host:?}");
    json(&host.stdout)["hosted"].take()
}

fn bot(game: &str, spec: &str) -> String {
    format!("bot:{} engine {game} {spec}", env!("CARGO_BIN_EXE_ludarium"))
}

/// Agents without chance play the same game through two doors as bots do.
#[test]
fn bots_play_tuc_on_both_sides_of_the_door() {
    let play = |ours: &str, guest: &str| {
        let host = ["tuc", "--agent", ours, "--countdown", "0s"];
        through_the_door(&host, &["tuc", "--agent", guest, "--name", "guest"])
    };
    let direct = play("one-ply", "one-ply");
    let [ours, guest] = ["one-ply"; 2].map(|spec| bot("tuc-chess", spec));
    let through = play(&ours, &guest);
    assert!(direct["events"].as_array().unwrap().len() > 20);
    assert_eq!(direct["events"], through["events"], "{through}");
    assert_eq!(direct["points"], through["points"]);
    assert_eq!(through["players"][1], ours);
}

#[test]
fn bots_play_dicewars_on_both_sides_of_the_door() {
    let play = |ours: &str, guest: &str| {
        let host = [
            "dicewars",
            "--players",
            "3",
            "--board",
            "3",
            "--ownership",
            "42",
            "--fixed",
            "42",
            "--agents",
            ours,
            "ste",
        ];
        through_the_door(&host, &["dicewars", "--agent", guest])
    };
    let direct = play("sdc", "happ");
    let through = play(&bot("dicewars", "sdc"), &bot("dicewars", "happ"));
    assert_eq!(through["failed"], serde_json::json!([]), "{through}");
    assert!(direct["events"].as_array().unwrap().len() > 20);
    assert_eq!(direct["events"], through["events"]);
}

#[test]
fn misspelt_agents_and_absent_servers_are_told() {
    let misspelt = output(ludarium(&["connect", "tuc", "--agent", "gredy"]));
    assert_eq!(misspelt.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&misspelt.stderr).contains("greedy"));
    for game in ["tuc", "dicewars"] {
        // Nobody listens at port 1.
        let absent = ludarium(&["connect", game, "--port", "1", "--patience", "300ms"]);
        let absent = output(absent);
        assert_eq!(absent.status.code(), Some(1), "{absent:?}");
        assert!(String::from_utf8_lossy(&absent.stderr).contains("cannot join"));
    }
    let crowd = ["host", "dicewars", "--players", "2", "--agents", "sdc", "sdc", "ste"];
    assert_eq!(output(ludarium(&crowd)).status.code(), Some(2));
}
