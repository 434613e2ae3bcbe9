//! Files of agents: models and the programs of bots, from the coordinator to the workers through the object store.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use async_nats::jetstream::object_store::{Config, GetErrorKind, ObjectStore};
use ludarium_agents::without_budget;
use ludarium_arena::{Contest, Identity, is_bot, open_file, sha256, sha256_of};
use ludarium_bridge::bot::{BotCommand, is_below, open_beneath};
use ludarium_game::Spec;
use ludarium_train::values::{SelfPlay, SelfPlayKind};
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
    /// The folder of a bot; nothing for a file that the owner of the run has named.
    pub folder: Option<PathBuf>,
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
        names.fold(setting.to_owned(), |text, (here, home)| text.replace(here, home))
    }
}

/// The files that the agents of a contest need.
pub(crate) fn of_contest(
    contest: &Contest,
    identities: &[Identity],
) -> Result<Vec<HomeFile>, ClusterError> {
    let mut files = Vec::new();
    for (agent, text) in contest.agents.iter().enumerate() {
        if is_bot(text) {
            files.extend(bot_files(agent, text, identities.get(agent)));
            continue;
        }
        for name in model_files(text) {
            let shared = SharedFile { agent, digest: sha256(&content(None, &name)?), name };
            files.push(HomeFile { shared, folder: None });
        }
    }
    Ok(files)
}

/// The model files that the text of an agent names: `eval=value:FILE`.
fn model_files(text: &str) -> Vec<String> {
    let Ok(spec) = Spec::parse(without_budget(text)) else {
        return Vec::new();
    };
    let named = spec.options().filter_map(|(_, value)| value.split_once(':'));
    let named = named.map(|(_, name)| name.to_owned());
    named.filter(|name| Path::new(name).is_file()).collect()
}

/// The files of a bot that travel: those that are named from its folder, with the digests that they had when it was asked who
/// it is. Its interpreter, and whatever is named by a whole path, must be the same on every machine.
fn bot_files(agent: usize, text: &str, identity: Option<&Identity>) -> Vec<HomeFile> {
    let Ok(command) = text.parse::<BotCommand>() else {
        return Vec::new();
    };
    let folder = command.dir.clone().unwrap_or_else(|| PathBuf::from("."));
    let parts = identity.into_iter().flat_map(Identity::parts);
    let named = parts.filter(|(name, _)| {
        let found = *name == command.program() && !name.contains('/');
        !found && is_below(Path::new(name))
    });
    let home = |(name, digest): (&str, &str)| HomeFile {
        shared: SharedFile { agent, name: name.to_owned(), digest: digest.to_owned() },
        folder: Some(folder.clone()),
    };
    named.map(home).collect()
}

/// What a file holds. Links of a bot are not followed: it may have made them, and we may read more than it may.
fn content(folder: Option<&Path>, name: &str) -> Result<Vec<u8>, ClusterError> {
    let path = folder.map_or_else(|| PathBuf::from(name), |folder| folder.join(name));
    let trouble = |source| ClusterError::File { path: path.clone(), source };
    let file = match folder {
        Some(folder) => open_beneath(folder, Path::new(name)),
        None => open_file(Path::new(name)),
    };
    let mut bytes = Vec::new();
    let mut file = file.map_err(trouble)?.take(LARGEST + 1);
    file.read_to_end(&mut bytes).map_err(trouble)?;
    if bytes.len() as u64 > LARGEST {
        return Err(ClusterError::Agents(format!(
            "{} is too large to be sent to workers: at most {} MiB are possible",
            path.display(),
            LARGEST >> 20
        )));
    }
    Ok(bytes)
}

async fn store(server: &NatsServer) -> Result<ObjectStore, ClusterError> {
    if let Ok(store) = server.jetstream.get_object_store(BUCKET).await {
        return Ok(store);
    }
    let config = Config { bucket: BUCKET.to_owned(), ..Config::default() };
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
        for HomeFile { shared, folder } in files {
            put(&store, shared, folder.as_deref()).await?;
        }
    }
    Ok(files.iter().map(|file| file.shared.clone()).collect())
}

/// Brings the networks of a training to the server, where it does not have them.
pub(crate) async fn share_networks(
    server: &NatsServer,
    play: &SelfPlay,
) -> Result<(), ClusterError> {
    let networks: Vec<&PathBuf> =
        play.networks.iter().filter_map(|network| network.file.as_ref()).collect();
    if !networks.is_empty() {
        let store = store(server).await?;
        for path in networks {
            let name = path.display().to_string();
            let shared = SharedFile { agent: 0, digest: sha256(&content(None, &name)?), name };
            put(&store, &shared, None).await?;
        }
    }
    Ok(())
}

async fn put(
    store: &ObjectStore,
    file: &SharedFile,
    folder: Option<&Path>,
) -> Result<(), ClusterError> {
    if store.info(&file.digest).await.is_ok() {
        return Ok(());
    }
    let bytes = unchanged(file, folder)?;
    let stored = store.put(&*file.digest, &mut &bytes[..]).await;
    stored.map(|_| ()).map_err(|error| kept(&format!("the file {}", file.name), &error))
}

/// What a file holds, if that is what was announced.
fn unchanged(file: &SharedFile, folder: Option<&Path>) -> Result<Vec<u8>, ClusterError> {
    let bytes = content(folder, &file.name)?;
    if sha256(&bytes) == file.digest {
        return Ok(bytes);
    }
    Err(ClusterError::Agents(format!("`{}` was changed while it was sent to workers", file.name)))
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
        bring(server, &shared, cache, &path).await?;
        *file = path;
    }
    let (SelfPlayKind::Learn(playing) | SelfPlayKind::Judge(playing)) = &local.kind;
    playing.line_ups.iter().flatten().try_for_each(|text| none_of_ours(text, &[]))?;
    Ok(local)
}

/// Refuses an agent that names a model of this machine which did not come with the run.
fn none_of_ours(text: &str, brought: &[(String, String)]) -> Result<(), String> {
    let came = |name: &String| brought.iter().any(|(here, _)| here == name);
    match model_files(text).into_iter().find(|name| !came(name)) {
        None => Ok(()),
        Some(name) => Err(format!("it names `{name}`, a file that did not come with it")),
    }
}

/// Where a worker keeps a model.
fn model_path(cache: &Path, digest: &str) -> Result<PathBuf, String> {
    // A digest comes from another machine: only its letters and digits make a name.
    let name: String = digest.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    let path = cache.join(format!("model-{name}"));
    let here = path.display().to_string();
    if here.contains([',', '@']) {
        Err(format!("the folder for files must have no comma and no @ in its name: {here}"))
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
    let mut local =
        LocalContest { task: task.clone(), contest: task.contest.clone(), names: Vec::new() };
    for (agent, text) in task.contest.agents.iter().enumerate() {
        let files: Vec<&SharedFile> =
            task.files.iter().filter(|file| file.agent == agent).collect();
        local.contest.agents[agent] = if is_bot(text) {
            let mut command: BotCommand = text.parse().map_err(|error| format!("{error}"))?;
            let folder = folder_of(&command, &files, cache);
            if let Some(path) = command.names_outside(&folder) {
                return Err(format!(
                    "the bot names {}, which did not come with it; of this machine a bot from elsewhere sees the folders of \
                     the system alone (/usr, /opt)",
                    path.display()
                ));
            }
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            for file in files {
                if !is_below(Path::new(&file.name)) {
                    return Err(format!(
                        "the file `{}` of a bot lies outside of its folder",
                        file.name
                    ));
                }
                let path = folder.join(&file.name);
                bring(server, file, cache, &path).await?;
            }
            command.dir = Some(folder);
            command.to_string()
        } else {
            let mut text = text.clone();
            for file in files {
                let path = model_path(cache, &file.digest)?;
                let here = path.display().to_string();
                bring(server, file, cache, &path).await?;
                text = text.replace(&format!(":{}", file.name), &format!(":{here}"));
                local.names.push((here, file.name.clone()));
            }
            none_of_ours(&text, &local.names)?;
            text
        };
    }
    Ok(local)
}

/// Where a bot from elsewhere lives here, alone: it may read and write there, so that is never a folder of ours.
fn folder_of(command: &BotCommand, files: &[&SharedFile], cache: &Path) -> PathBuf {
    let files = files.iter().map(|file| format!("{} {}", file.name, file.digest));
    let all: Vec<String> = std::iter::once(command.to_string()).chain(files).collect();
    cache.join(format!("bot-{}", &sha256(all.join("\n").as_bytes())[..16]))
}

/// Makes sure that a file lies at a path of the cache, with the content that its digest says.
async fn bring(
    server: &NatsServer,
    file: &SharedFile,
    cache: &Path,
    path: &Path,
) -> Result<(), String> {
    let right = |bytes: &[u8]| sha256(bytes) == file.digest;
    let name = path.strip_prefix(cache).unwrap_or(path);
    let kept = open_beneath(cache, name).and_then(sha256_of);
    if kept.is_ok_and(|digest| digest == file.digest) {
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
    let read = (&mut object).take(LARGEST).read_to_end(&mut bytes).await;
    read.map_err(|error| format!("the file `{name}` cannot be fetched: {error}"))?;
    if !right(&bytes) {
        return Err(format!(
            "the file `{name}` is not the one that the run names: its digest differs"
        ));
    }
    write(cache, path, &bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Writes a file that has its name only when it is complete. A bot that has played here before may have left links, which
/// lead nowhere.
fn write(cache: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(cache);
    std::fs::create_dir_all(folder)?;
    let inside = folder.strip_prefix(cache).unwrap_or(folder);
    if folder.canonicalize()? != cache.canonicalize()?.join(inside) {
        return Err(std::io::Error::other("a folder on the way is a link"));
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.new", std::process::id()));
    let _ = std::fs::remove_file(&draft);
    let mut file = std::fs::File::create_new(&draft)?;
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
        let bot =
            Identity::default().with("python3", "1").with("bot.py", "2").with("/etc/hosts", "3");
        let identities = [Identity::default(), Identity::default(), bot];
        let found = of_contest(&contest, &identities).unwrap();
        let names: Vec<(usize, &str)> =
            found.iter().map(|file| (file.shared.agent, &*file.shared.name)).collect();
        assert_eq!(names, [(0, &*net), (2, "bot.py")]);
        // What is sent has the digest that the bot had when it was asked who it is.
        let bot = HomeFile {
            shared: SharedFile { digest: sha256(b"bot.py"), ..found[1].shared.clone() },
            ..found[1].clone()
        };
        let sent = |file: &HomeFile| unchanged(&file.shared, file.folder.as_deref());
        assert_eq!(sent(&bot).unwrap(), b"bot.py");
        assert!(sent(&found[1]).unwrap_err().to_string().contains("was changed"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_folder_of_ours_is_given_to_a_bot_from_elsewhere() {
        let folder = |text: &str| folder_of(&text.parse().unwrap(), &[], Path::new("/cache"));
        for text in ["bot:sh", "bot[dir=/home/ada]:sh"] {
            assert!(folder(text).starts_with("/cache/"), "{text}");
        }
        assert_ne!(folder("bot:sh a"), folder("bot:sh b"), "they do not meet");
    }

    /// A bot that puts a link in the place of a file cannot have what lies there sent away, and what is sent to it does not
    /// leave the cache through one.
    #[cfg(unix)]
    #[test]
    fn no_link_is_followed_out_of_the_folder_of_a_bot() {
        use std::os::unix::fs::symlink;
        let place = std::env::temp_dir().join(format!("ludarium-sent-{}", std::process::id()));
        let (home, bot) = (place.join("home"), place.join("cache/bot"));
        std::fs::create_dir_all(&home).unwrap();
        std::fs::create_dir_all(&bot).unwrap();
        std::fs::write(home.join("key"), "secret").unwrap();
        symlink(home.join("key"), bot.join("net.bin")).unwrap();
        symlink(&home, bot.join("lib")).unwrap();
        let read = |name: &str| content(Some(&bot), name);
        let (link, behind) = (read("net.bin"), read("lib/key"));
        let cache = place.join("cache");
        let written = write(&cache, &bot.join("lib/a.py"), b"x");
        let plain = write(&cache, &bot.join("own/a.py"), b"x");
        let escaped = home.join("a.py").exists();
        std::fs::remove_dir_all(&place).unwrap();
        assert!(link.unwrap_err().to_string().contains("link"));
        assert!(behind.unwrap_err().to_string().contains("link"));
        assert!(written.is_err() && plain.is_ok() && !escaped);
    }
}
