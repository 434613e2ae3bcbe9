// The views beyond the first, fetched when somebody goes there.

import { analyse } from "./analyse/analyse.js";
import { learn, learnAgent, learnGame } from "./learn/learn.js";
import { offline } from "./offline.js";
import { runs } from "./runs/list.js";
import { reports } from "./runs/reports.js";
import { run } from "./runs/run.js";
import { setup } from "./setup/setup.js";
import { game, recordedGame } from "./table/pages.js";

export const VIEWS = { analyse, game, learn, learnAgent, learnGame, offline, recordedGame, reports, run, runs, setup };
