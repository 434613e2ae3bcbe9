use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::sync_channel;

use axum::extract::Extension;
use axum::routing::get;
use tokio::sync::oneshot;

use super::*;

/// A server with this much room on this machine.
fn serve(room: Room, router: Router) -> Server {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Listener::bind(address).unwrap().serve(room, router)
}

fn room(connections: usize, from_one_client: usize) -> Room {
    Room {
        connections,
        from_one_client,
    }
}

fn ask(server: &Server) -> TcpStream {
    let mut client = TcpStream::connect(server.address()).unwrap();
    client
        .write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
        .unwrap();
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
    server.spawn(async move {
        closing.changed().await.unwrap();
        release.send(()).unwrap();
    });
    drop(server);
    let mut heard = String::new();
    client.read_to_string(&mut heard).unwrap();
    assert!(heard.ends_with("last words"), "{heard}");
}

#[test]
fn who_finds_no_room_waits_until_somebody_leaves() {
    let server = serve(room(1, 4), Router::new().route("/", get(async || "here")));
    let mut first = ask(&server);
    assert!(hear(&mut first).ends_with("here"));
    let mut second = ask(&server);
    let moment = Some(Duration::from_millis(200));
    second.set_read_timeout(moment).unwrap();
    assert!(second.read(&mut [0; 1]).is_err(), "there is no room yet");
    drop(first);
    second.set_read_timeout(None).unwrap();
    assert!(hear(&mut second).ends_with("here"));
}

#[test]
fn one_client_does_not_get_all_the_room() {
    let server = serve(room(4, 1), Router::new().route("/", get(async || "here")));
    let mut first = ask(&server);
    assert!(hear(&mut first).ends_with("here"));
    let mut second = TcpStream::connect(server.address()).unwrap();
    // Who says nothing would be closed too, but later.
    second.set_read_timeout(Some(ARRIVAL / 2)).unwrap();
    assert_eq!(second.read(&mut [0; 1]).unwrap(), 0, "closed at once");
    drop(first);
    // The server hears of that a moment later.
    let again = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let mut heard = String::new();
        let mut client = TcpStream::connect(server.address()).unwrap();
        let asked = client.write_all(b"GET / HTTP/1.0\r\nhost: here\r\n\r\n");
        asked
            .and_then(|()| client.read_to_string(&mut heard))
            .is_ok()
            && heard.ends_with("here")
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
