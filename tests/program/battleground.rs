//! `ludarium host chexers` and `ludarium connect chexers` at one table, over loopback.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

fn ludarium(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn finish(child: Child) -> Output {
    child.wait_with_output().expect("the binary ends")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON value")
}

#[test]
fn two_clients_and_an_agent_play_a_game_and_agree_about_it() {
    let mut host = ludarium(&[
        "host", "chexers", "--port", "0", "--green", "random", "--json",
    ]);
    let mut line = String::new();
    let mut stderr = BufReader::new(host.stderr.take().expect("a pipe"));
    stderr.read_line(&mut line).expect("a line");
    let port = line.trim().rsplit(':').next().unwrap_or_default();
    assert!(port.parse::<u16>().is_ok(), "{line}");
    let join = |name| {
        ludarium(&[
            "connect", "chexers", "--port", port, "--agent", "greedy", "--name", name, "--json",
        ])
    };
    let clients = [join("ann"), join("bob")];
    let hosted = json(&finish(host))["hosted"].clone();
    assert_eq!(hosted["names"][1], "random");
    assert_eq!(hosted["faults"], serde_json::json!([]));
    for client in clients {
        let played = json(&finish(client))["played"].clone();
        assert_eq!(played["result"], hosted["result"]);
        assert_eq!(played["moves"], hosted["moves"]);
        assert_ne!(played["colour"], "green");
    }
}

#[test]
fn mistakes_are_told() {
    let crowd = [
        "host", "chexers", "--red", "random", "--green", "random", "--blue", "random",
    ];
    assert_eq!(finish(ludarium(&crowd)).status.code(), Some(2));
    let misspelt = finish(ludarium(&[
        "host", "chexers", "--port", "0", "--red", "gredy",
    ]));
    assert_eq!(misspelt.status.code(), Some(2));
    // Nobody listens at port 1.
    let absent = finish(ludarium(&["connect", "chexers", "--port", "1"]));
    assert_eq!(absent.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&absent.stderr).contains("cannot connect to 127.0.0.1:1"));
    let alone = ["host", "chexers", "--port", "0", "--patience", "50ms"];
    let alone = finish(ludarium(&alone));
    assert!(String::from_utf8_lossy(&alone.stderr).contains("fewer than 3 clients"));
}
