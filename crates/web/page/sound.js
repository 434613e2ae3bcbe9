// Short sounds, made on the spot: no files.

import { setting } from "./settings.js";

/** Each sound: tones as [start in s, frequency in Hz, length in s, loudness]; frequency 0 is a rattle. */
const SOUNDS = {
  move: [[0, 240, 0.07, 0.25], [0.02, 130, 0.08, 0.2]],
  dice: [[0, 0, 0.05, 0.22], [0.08, 0, 0.05, 0.18], [0.17, 0, 0.07, 0.2]],
  turn: [[0, 520, 0.12, 0.16], [0.12, 690, 0.16, 0.16]],
  won: [[0, 523, 0.16, 0.16], [0.13, 659, 0.16, 0.16], [0.26, 784, 0.18, 0.17], [0.4, 1047, 0.5, 0.16], [0.4, 659, 0.5, 0.1]],
  lost: [[0, 392, 0.25, 0.14], [0.24, 349, 0.25, 0.13], [0.5, 294, 0.6, 0.13]],
  end: [[0, 390, 0.16, 0.18], [0.16, 490, 0.16, 0.18], [0.32, 590, 0.3, 0.18]],
};

let context = null;

/** Plays a sound, if the reader wants sounds and has touched the page. @param {"move" | "dice" | "turn" | "won" | "lost" | "end"} name */
export function sound(name) {
  if (!setting("sound") || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [start, frequency, length, loudness] of SOUNDS[name]) {
    const at = context.currentTime + start;
    const source = frequency ? tone(frequency) : rattle(length);
    const volume = context.createGain();
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    source.connect(volume).connect(context.destination);
    source.start(at);
    source.stop(at + length);
  }
}

function tone(frequency) {
  const oscillator = context.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  return oscillator;
}

function rattle(length) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let k = 0; k < samples.length; k += 1) samples[k] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}
