"""`ludarium mcp` with the protocol's own client: the program is built by `cargo xtask python`, which says where it is."""

import os

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PROGRAM = os.environ.get("LUDARIUM", "target/debug/ludarium")


def talk(conversation):
    """Lets a conversation happen with the server."""

    async def begin():
        server = StdioServerParameters(command=PROGRAM, args=["mcp"])
        async with Client(stdio_client(server)) as client:
            await conversation(client)

    anyio.run(begin)


async def use(client, tool, /, **arguments):
    """What a tool says, whether it refuses, and the kinds of what it answers."""
    result = await client.call_tool(tool, arguments)
    words = "".join(part.text for part in result.content if part.type == "text")
    return words, result.is_error, [part.type for part in result.content]


def legal(said):
    """The legal moves that an answer lists."""
    (line,) = [line for line in said.splitlines() if line.startswith("Legal moves (")]
    return line.split("): ", 1)[1].split(" ")


def test_the_server_introduces_itself_and_its_tools():
    async def conversation(client):
        assert client.server_info.name == "ludarium"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"games", "start", "move", "roll", "analyse", "review", "match"} <= set(tools)
        assert tools["start"].input_schema["required"] == ["game"]
        said, refused, _ = await use(client, "games")
        assert not refused and "dicewars: Dicewars" in said and "Seats: 2 to 8." in said
        said, _, _ = await use(client, "rules", game="tuc-chess")
        assert "There is no check" in said and "How it is written" in said

    talk(conversation)


@pytest.mark.parametrize(
    ("game", "seats", "players"),
    [
        ("chexers", 3, ["you", "random", "random"]),
        ("dicewars", 4, ["you", "greedy", "greedy", "random"]),
        ("tuc-chess", 2, ["random", "you"]),
    ],
)
def test_a_game_to_its_end(game, seats, players):
    async def conversation(client):
        said, refused, kinds = await use(client, "start", game=game, seats=seats, players=players, seed=3)
        assert not refused and kinds == ["text", "image"]
        said, refused, _ = await use(client, "move", move="no such move")
        assert refused and legal(said)
        said, _, _ = await use(client, "board")
        moves = 0
        while "the game is over" not in said:
            said, refused, _ = await use(client, "move", move=legal(said)[moves % len(legal(said))])
            assert not refused, said
            moves += 1
            assert moves < 3000
        assert "scores by seat: [" in said

    talk(conversation)


def test_dice_agents_and_a_match():
    async def conversation(client):
        await use(client, "start", game="dice-chess", roll_yourself=True)
        said, _, _ = await use(client, "roll")
        assert "Since then: chance: " in said
        said, _, _ = await use(client, "analyse", agent="greedy", seconds=0.1)
        assert "It would play " in said
        said, refused, _ = await use(client, "agent_move", agent="random")
        assert not refused and "Since then: seat 0" in said
        said, refused, _ = await use(client, "match", game="tuc-chess", agents=["greedy", "random"], games=4)
        assert not refused and "4 games in 2 blocks" in said

    talk(conversation)
