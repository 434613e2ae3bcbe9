use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::mpsc::{Receiver, channel, sync_channel};
use std::sync::{Arc, Mutex};

use axum::extract::Extension;
use axum::routing::get;
use tokio::sync::{Semaphore, oneshot};

use super::super::body::read_body;
use super::*;

/// A server with this much room on this machine.
fn serve(room: Room, router: Router) -> Server {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Listener::bind(address).unwrap().serve(room, router)
}

fn room(connections: usize, from_one_client: usize) -> Room {
    Room { connections, from_one_client }
}

fn ask(server: &Server) -> TcpStream {
    let mut client = TcpStream::connect(server.address()).unwrap();
    client.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
    client
}

/// What one answer says, the connection staying open.
fn hear(client: &mut TcpStream) -> String {
    let mut heard = [0; 1024];
    let count = client.read(&mut heard).unwrap();
    String::from_utf8_lossy(&heard[..count]).into_owned()
}

#[test]
fn an_answer_under_way_is_finished_before_the_server_closes() {
    let (began, begun) = sync_channel(1);
    let (release, released) = oneshot::channel::<()>();
    let waiting = Arc::new(Mutex::new(Some(released)));
    let answer = move || {
        let released = waiting.lock().unwrap().take().unwrap();
        began.send(()).unwrap();
        async {
            released.await.unwrap();
            "last words"
        }
    };
    let server = serve(room(4, 4), Router::new().route("/", get(answer)));
    let mut client = ask(&server);
    begun.recv().unwrap();
    let mut closing = server.closing.subscribe();
    server.runtime.as_ref().unwrap().spawn(async move {
        closing.changed().await.unwrap();
        release.send(()).unwrap();
    });
    drop(server);
    let mut heard = String::new();
    client.read_to_string(&mut heard).unwrap();
    assert!(heard.ends_with("last words"), "{heard}");
}

/// A page whose answers wait for permits, and which tells of every request that has come.
fn slow() -> (Router, Arc<Semaphore>, Receiver<()>) {
    let gate = Arc::new(Semaphore::new(0));
    let (pass, (tell, asked)) = (gate.clone(), channel());
    let answer = async move || {
        let _ = tell.send(());
        pass.acquire().await.unwrap().forget();
        "here"
    };
    (Router::new().route("/", get(answer)), gate, asked)
}

/// Whether nothing is said for a moment.
fn waits(client: &mut TcpStream) -> bool {
    let moment = Some(Duration::from_millis(200));
    client.set_read_timeout(moment).unwrap();
    let heard = client.read(&mut [0; 1]);
    client.set_read_timeout(None).unwrap();
    heard.is_err_and(|error| {
        matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
    })
}

#[test]
fn who_finds_no_room_waits_until_somebody_is_answered() {
    let (router, gate, asked) = slow();
    let server = serve(room(1, 4), router);
    let mut first = ask(&server);
    asked.recv().unwrap();
    let mut second = ask(&server);
    assert!(waits(&mut second), "there is no room yet");
    gate.add_permits(2);
    assert!(hear(&mut first).ends_with("here"), "nobody is cut off for another");
    assert!(hear(&mut second).ends_with("here"));
}

#[test]
fn the_silent_keep_nobody_out() {
    let answer = async |body: Body| match read_body(body, 100).await {
        Ok(_) => "here",
        Err(_) => "too slow",
    };
    let router = Router::new().route("/", get(async || "here").post(answer));
    let words: [&[u8]; 4] = [
        b"",
        b"GET / HT",
        b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhalf",
        b"GET / HTTP/1.1\r\nhost: here\r\n\r\n",
    ];
    // All the room, and all the room of one client.
    for room in [room(4, 100), room(100, 4)] {
        let server = serve(room, router.clone());
        for words in words {
            let mut silent: Vec<TcpStream> =
                (0..12).map(|_| TcpStream::connect(server.address()).unwrap()).collect();
            for client in &mut silent {
                // Those that had to go may be gone.
                let _ = client.write_all(words);
            }
            let mut client = ask(&server);
            client.set_read_timeout(Some(ARRIVAL / 2)).unwrap();
            assert!(
                hear(&mut client).ends_with("here"),
                "{room:?} {}",
                String::from_utf8_lossy(words)
            );
        }
    }
}

#[test]
fn who_has_been_silent_longest_goes_first() {
    let server = serve(room(2, 4), Router::new().route("/", get(async || "here")));
    let mut clients = [ask(&server), ask(&server)];
    assert!(clients.iter_mut().all(|client| hear(client).ends_with("here")));
    // The first speaks again, so the second has been silent longer.
    clients[0].write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
    assert!(hear(&mut clients[0]).ends_with("here"));
    assert!(hear(&mut ask(&server)).ends_with("here"));
    assert_eq!(clients[1].read(&mut [0; 1]).unwrap(), 0, "closed");
    assert!(waits(&mut clients[0]), "open");
}

#[test]
fn one_client_does_not_get_all_the_room() {
    let (router, gate, asked) = slow();
    let server = serve(room(4, 1), router);
    let mut first = ask(&server);
    asked.recv().unwrap();
    let mut second = TcpStream::connect(server.address()).unwrap();
    // A silent connection would be closed too, but later.
    second.set_read_timeout(Some(ARRIVAL / 2)).unwrap();
    assert_eq!(second.read(&mut [0; 1]).unwrap(), 0, "closed at once");
    gate.add_permits(1);
    assert!(hear(&mut first).ends_with("here"));
    drop(first);
    gate.add_permits(500);
    // The server hears of that a moment later.
    let again = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let mut heard = String::new();
        let mut client = TcpStream::connect(server.address()).unwrap();
        let asked = client.write_all(b"GET / HTTP/1.0\r\nhost: here\r\n\r\n");
        asked.and_then(|()| client.read_to_string(&mut heard)).is_ok() && heard.ends_with("here")
    });
    assert!(again, "its place is free again");
}

#[test]
fn a_request_knows_whose_it_is() {
    let who = async |Extension(place): Extension<Place>| place.client().to_string();
    let server = serve(room(4, 4), Router::new().route("/", get(who)));
    let heard = hear(&mut ask(&server));
    let own = IpAddr::V4(Ipv4Addr::LOCALHOST).to_string();
    assert!(heard.ends_with(&own), "{heard}");
}
