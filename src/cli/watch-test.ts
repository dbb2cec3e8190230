import { makeColours } from '#src/shared/code-frame.ts';
import type { WatchEvent, WatchUpdate } from '#src/testing/watch.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Terminal } from './command.ts';
import { CTRL_C, CTRL_D } from './keys.ts';

const KEYS = 'a all · f failed · u update · p pattern · q quit';

/** Key presses and changes as one queue, for a reader that takes one after the other. */
export interface WatchQueue {
  readonly events: AsyncIterable<WatchEvent>;
  press(key: string): void;
  change(paths: readonly string[]): void;
}

/** @param echo - Prints the typed characters of a pattern. */
export function createWatchQueue(echo: (text: string) => void): WatchQueue {
  const waiting: WatchEvent[] = [];
  let wake: (() => void) | undefined;
  /** The typed part of a pattern; undefined outside pattern input. */
  let typed: string | undefined;
  const put = (event: WatchEvent): void => {
    waiting.push(event);
    wake?.();
  };

  function typePattern(key: string, before: string): void {
    if (key === '\r' || key === '\n') {
      typed = undefined;
      echo('\n');
      put({ pattern: before });
    } else if (key === '\u007f' || key === '\b') {
      typed = before.slice(0, -1);
      if (before !== '') echo('\b \b');
    } else if (key >= ' ') {
      typed = before + key;
      echo(key);
    }
  }

  const queue: WatchQueue = {
    press(key) {
      if (key === CTRL_C || key === CTRL_D) put({ key: 'quit' });
      else if (typed !== undefined) typePattern(key, typed);
      else if (key === 'p') {
        typed = '';
        echo('part of <screen>/<name>: ');
      } else if (key === 'q') put({ key: 'quit' });
      else if (key === 'a' || key === '\r') put({ key: 'all' });
      else if (key === 'f') put({ key: 'failed' });
      else if (key === 'u') put({ key: 'update' });
    },
    change: (paths) => put({ paths }),
    events: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          const next = waiting.shift();
          if (next !== undefined) yield next;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      },
    },
  };
  return queue;
}

/** Prints the events of a watch for people. */
export function createWatchTeller(
  terminal: Terminal,
  describe: (run: Extract<WatchUpdate, { kind: 'ended' }>['run'], ms: number) => string,
): (told: WatchUpdate) => void {
  const { dim, red } = makeColours(terminal.hasColour);
  let began = 0;
  return (told) => {
    if (told.kind === 'begins') {
      began = terminal.now();
      terminal.out(`\n${dim(told.why)}\n`);
      return;
    }
    if (told.kind === 'glanced') {
      const ms = terminal.now() - began;
      const seconds = (ms / 1000).toFixed(1);
      const screens = told.run.screens.join(', ');
      terminal.out(
        told.run.isClean
          ? `${dim(`${screens}: as written at a first look, ${seconds} s`)}\n`
          : describe(told.run, ms),
      );
      return;
    }
    if (told.kind === 'ended') terminal.out(describe(told.run, terminal.now() - began));
    else if (told.kind === 'failed') {
      const { error } = told;
      terminal.out(`${red('FAILED')} ${messageOf(error)}\n`);
    } else terminal.out(`${dim(told.why)}\n`);
    terminal.err(`${KEYS}\n`);
  };
}
