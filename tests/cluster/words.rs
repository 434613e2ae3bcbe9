//! What people read about a cluster: trouble, refusals, who is there.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use crate::{Nats, Process, command, complaint, contents, empty_folder, printed, wait};

#[test]
fn trouble_is_said_in_words() {
    let folder = empty_folder("cluster-trouble");
    let line = "match tuc-chess random greedy --games 4 --run x --cluster";
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let said = complaint(&folder, &format!("{line} nats://127.0.0.1:{nobody}"));
    assert!(said.contains("cannot reach a NATS server at nats://127.0.0.1"), "{said}");
    assert!(said.contains("nats-server -js"), "{said}");
    let locked = Nats::start(&folder, &["-js", "--user", "me", "--pass", "secret"]);
    let address = format!("nats://me:wrong@127.0.0.1:{}", locked.port);
    for command in [format!("{line} {address}"), format!("worker --cluster {address}")] {
        let said = complaint(&folder, &command);
        assert!(said.contains("does not let us in"), "{said}");
        assert!(!said.contains("wrong@"), "the password is not shown: {said}");
    }
    let address = format!("nats://me:secret@127.0.0.1:{}", locked.port);
    printed(&folder, &format!("cluster status --cluster {address}"));
    let plain = Nats::start(&folder.join("plain"), &[]);
    let said = complaint(&folder, &format!("{line} {}", plain.address()));
    assert!(said.contains("keeps no messages"), "{said}");
    let said = complaint(
        &folder,
        &format!("{line} {} --shard 1/2", locked.address().replace("//", "//me:secret@")),
    );
    assert!(said.contains("splits the run by itself"), "{said}");
    assert!(!folder.join("runs/x.db").exists(), "nothing was begun");
    // A server with room for nothing.
    let config = folder.join("full.conf");
    let limits = "jetstream { max_mem: 100, max_file: 100 }, users [ { user: a, password: b } ]";
    std::fs::write(&config, format!("accounts {{ A {{ {limits} }} }}")).unwrap();
    let options = ["-js", "-c", config.to_str().unwrap()];
    let full = Nats::start(&folder.join("full"), &options);
    let said = complaint(&folder, &format!("{line} nats://a:b@127.0.0.1:{}", full.port));
    assert!(said.contains("has no room"), "{said}");
}

/// A server whose certificate nobody here knows, one of another name, and files that are no help.
#[test]
fn unsafe_connections_are_said_in_words() {
    let folder = empty_folder("cluster-tls");
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.args(arguments.split_whitespace()).current_dir(&folder);
        let output = command.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {error}");
    };
    let new = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ludarium";
    openssl(&format!("{new} -keyout ca.key -out ca.pem"));
    openssl(&format!("{new} -keyout x.key -out other.pem"));
    openssl("req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr");
    std::fs::write(folder.join("names"), "subjectAltName=DNS:localhost").unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem",
    );
    let files = ["server.pem", "server.key"].map(|file| folder.join(file));
    let [certificate, key] = files.each_ref().map(|file| file.to_str().unwrap());
    let options = ["-js", "--tls", "--tlscert", certificate, "--tlskey", key];
    let nats = Nats::start(&folder, &options);
    let status = |host: &str, more: &str| {
        format!("cluster status --cluster tls://{host}:{} {more}", nats.port)
    };
    printed(&folder, &status("localhost", "--ca ca.pem"));
    for (host, more) in
        [("localhost", ""), ("localhost", "--ca other.pem"), ("127.0.0.1", "--ca ca.pem")]
    {
        let said = complaint(&folder, &status(host, more));
        assert!(
            said.contains("no safe connection to tls://") && said.contains("--ca FILE"),
            "{host} {more}: {said}"
        );
    }
    let plain = Nats::start(&folder.join("plain"), &["-js"]);
    let address = format!("tls://localhost:{}", plain.port);
    let said = complaint(&folder, &format!("cluster status --cluster {address}"));
    assert!(said.contains("no safe connection to tls://"), "{said}");
    let said = complaint(&folder, &status("localhost", "--ca nothing.pem"));
    assert!(said.contains("nothing.pem: "), "{said}");
}

/// A run of another version of the program: whatever it announces, the worker says why it does not play.
#[test]
fn another_version_is_refused_in_words() {
    let folder = empty_folder("cluster-version");
    let nats = Nats::start(&folder, &["-js"]);
    let line = format!("worker --threads 1 --cluster {}", nats.address());
    let mut worker = command(&folder, &line);
    let mut worker = Process::start(worker.stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut said = String::new();
    let mut error = BufReader::new(worker.0.stderr.take().unwrap());
    while !said.contains("joined") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let text = r#"{"protocol": 99, "program": "9.9.9", "name": "spring", "wishes": "many"}"#;
    let words = format!("CONNECT {{}}\r\nPUB ludarium.run.abc {}\r\n{text}\r\n", text.len());
    // The first reader makes the list of runs; until then nothing that is said is kept.
    let mut stream = TcpStream::connect(("127.0.0.1", nats.port)).unwrap();
    let status = format!("cluster status --cluster {}", nats.address());
    wait("the list of runs", || printed(&folder, &status).contains("no runs"));
    stream.write_all(words.as_bytes()).unwrap();
    while !said.contains("does not play for spring") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    assert!(said.contains("the run version 9.9.9; use the same version"), "{said}");
    wait("the refusal in the status", || {
        printed(&folder, &status).contains("the run version 9.9.9")
    });
}

/// The page shows what `cluster status` shows.
#[test]
fn the_page_shows_the_cluster() {
    let folder = empty_folder("cluster-page");
    let nats = Nats::start(&folder, &["-js"]);
    let worker = nats.worker(&folder.join("worker"));
    let line = format!("serve --port 0 --no-open --json --cluster {}", nats.address());
    let mut server = command(&folder, &line);
    let mut server = Process::start(server.stdout(Stdio::piped()).stderr(Stdio::null()));
    let mut first = String::new();
    let mut output = BufReader::new(server.0.stdout.take().unwrap());
    output.read_line(&mut first).unwrap();
    let port: serde_json::Value = serde_json::from_str(&first).unwrap();
    let port = port["port"].as_u64().unwrap() as u16;
    let id = format!("-{}\"", worker.0.id());
    wait("the worker on the page", || {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let asked = format!("GET /api/cluster HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n");
        stream.write_all(asked.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("\"runs\":[]"), "{answer}");
        answer.contains(&id)
    });
}

/// Without any worker the run waits, and says so; Ctrl-C leaves it for later.
#[test]
fn a_run_without_workers_waits_and_says_so() {
    let folder = empty_folder("cluster-alone");
    let nats = Nats::start(&folder, &["-js"]);
    let line =
        format!("match tuc-chess random greedy --games 8 --run x --cluster {}", nats.address());
    let mut waiting = command(&folder, &line);
    let mut waiting = Process::start(waiting.stdout(Stdio::null()).stderr(Stdio::piped()));
    let mut said = String::new();
    let mut error = BufReader::new(waiting.0.stderr.take().unwrap());
    while !said.contains("no worker is there") {
        assert!(error.read_line(&mut said).unwrap() > 0, "{said}");
    }
    let cluster = |what: &str| format!("cluster {what} --cluster {}", nats.address());
    let status = printed(&folder, &cluster("status"));
    for part in ["0 of 8", "0 of 4 blocks", "unknown", " s ago"] {
        assert!(status.contains(part), "{part}: {status}");
    }
    waiting.signal("INT");
    assert_eq!(waiting.0.wait().unwrap().code(), Some(130));
    error.read_to_string(&mut said).unwrap();
    assert!(said.contains("8 games are left"), "{said}");
    // What it has left at the server has a name.
    assert!(complaint(&folder, &cluster("remove y")).contains("there is no run y"));
    assert!(printed(&folder, &cluster("remove x")).contains("removed "));
    assert!(printed(&folder, &cluster("status")).contains("no runs"));
    let _worker = nats.worker(&folder.join("worker"));
    printed(&folder, &line);
    printed(&folder, "match tuc-chess random greedy --games 8 --run near");
    assert!(contents(&folder, "x") == contents(&folder, "near"));
}
