// What the owner of the machine starts from the page: the form of a tournament, and how far the work is.

import { complain } from "../announce.js";
import { get, getOnce, path, post, remove } from "../api.js";
import { button, field, h, refill, select } from "../dom.js";

/** How often the server is asked how far it is. */
const PAUSE = 1000;

export class JobPanel {
  /** @param {AbortSignal} signal @param {() => void} [ended] called when work has come to its end */
  constructor(signal, ended) {
    this.signal = signal;
    this.ended = ended;
    this.element = h("div.job", { role: "status" });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** Shows how far the work is; says whether the reader may start some. */
  async look() {
    clearTimeout(this.timer);
    const { owner, job } = await get("/api/jobs", this.signal);
    this.show(job);
    if (job?.running) this.timer = setTimeout(() => this.look().catch(() => {}), PAUSE);
    else if (this.wasRunning) this.ended?.();
    this.wasRunning = Boolean(job?.running);
    return owner;
  }

  show(job) {
    if (!job) return;
    const { title, run, done, total, running, problem } = job;
    const name = run ? h("a", { href: path`/runs/${run}` }, title) : title;
    const state = running ? `${done} of ${total || "…"}` : problem ?? "done";
    refill(this.element, h("div.panel.job-panel", {}, h("strong", {}, name), h("span", { class: problem && !running ? "problem" : null }, state),
      running ? [h("progress", { max: Math.max(total, 1), value: done, "aria-label": "Games done" }),
        button("Stop", () => remove("/api/jobs").then(() => this.look()).catch(complain))] : null));
  }
}

/** A form for a tournament of agents, which is filled when somebody opens it. @param {(body: any) => Promise<void>} start */
export function tournamentForm(start) {
  const body = h("div");
  const open = () => body.childElementCount || fields(start).then((form) => refill(body, form), complain);
  return h("details.panel.new-run", { on: { toggle: open } }, h("summary", {}, h("h2", {}, "New tournament")), body);
}

async function fields(start) {
  const games = await getOnce("/api/games");
  const agents = h("fieldset.agents-choice");
  const count = h("input", { type: "number", min: "2", max: "10000", step: "2", value: "40" });
  const problem = h("p.problem", { role: "alert" });
  let game = games[0];
  const fill = async () => {
    const { levels, agents: list } = await getOnce(path`/api/games/${game.name}/agents`);
    const tick = (text, checked, ...words) => h("label.tick", {}, h("input", { type: "checkbox", value: text, checked }), h("span", {}, ...words));
    const others = list.map((agent) => agent.name).filter((name) => !levels.some((level) => level.agent === name));
    refill(agents, h("legend", {}, "Who plays (two or more)"),
      levels.map(({ name, agent }, k) => tick(agent, k === 1 || k === 2, h("strong", {}, name), h("small", {}, ` ${agent}`))),
      others.map((name) => tick(name, false, name)));
  };
  const list = select(games.map((one) => ({ value: one.name, text: one.title })), game.name, (name) => {
    game = games.find((one) => one.name === name);
    fill().catch(complain);
  });
  await fill();
  const submit = async (event) => {
    event.preventDefault();
    const chosen = [...agents.querySelectorAll("input:checked")].map((box) => box.value);
    problem.textContent = "";
    try {
      await start({ game: game.name, agents: chosen, games: Number(count.value) });
    } catch (error) {
      problem.textContent = [error.message, error.hint].filter(Boolean).join(" ");
    }
  };
  return h("form", { on: { submit } }, h("div.grid", {}, field("Game", list), field("Games", count, "Whole rounds are played.")), agents, problem,
    h("button.primary", { type: "submit" }, "Start the tournament"));
}

/** Starts a tournament and goes to its run. */
export function startTournament(page) {
  return async (body) => {
    const { run } = await post("/api/runs", body);
    page.go(path`/runs/${run}`);
  };
}
