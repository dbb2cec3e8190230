import { resolve } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import type { Sought } from '#src/testing/draw-one.ts';
import type { Theme } from '#src/testing/camera.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { openCameraOf } from '../camera.ts';
import { type Terminal, UsageError } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { refusing } from '../options.ts';
import { printResult } from '../print-result.ts';
import { rootOf, ROOT_OPTION } from '../project.ts';

/** `npm run shots` uses it too. */
const FOLDER = 'shots';

export const renderCommand = defineCommand({
  name: 'render',
  usage:
    '<screen>/<state> [--png] [--out <file>] [--lang <language>] [--theme light|dark] [--json] [--root <folder>]',
  summary: 'Writes one state of a screen as a page or a screenshot',
  examples: [
    'npx capiz render order/content',
    'npx capiz render repay/overdue --png --theme dark --out overdue.png',
  ],
  details: `Renders the state as npx capiz test does and writes it as one HTML file. The file contains its styles and images; it runs
no script and fetches nothing. It is light or dark like the reader's device. The command prints the path of each file.`,
  options: {
    '--png': `a screenshot instead: the same page in Chromium against the simulated loan service, a phone of 390x844
      at double density. If the page is longer than the phone, <file>-end.png shows its end.`,
    '--out <file>': "default: shots/<screen>-<state>.html or .png in the project's folder",
    '--lang <language>': "default: the state's, or the project's first",
    '--theme <light|dark>': "light or dark; default: light for a screenshot, the reader's setting for a page",
    '--json': 'print {"version":1,"files":[paths]}',
    ...ROOT_OPTION,
  },
  notes:
    'Exit: 0 written, 1 the state could not be reached, 2 could not run: there is no such state, or with --png no Chromium.',
  async run({ values, rest }, terminal) {
    const [name = '', ...more] = rest;
    const [, screen, state] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
    if (screen === undefined || state === undefined || more.length > 0)
      throw new UsageError('name one state: <screen>/<state>');
    const { theme } = values;
    if (theme !== undefined && theme !== 'light' && theme !== 'dark')
      throw new UsageError(`--theme takes light or dark, not "${theme}"`);
    const root = rootOf(terminal, values.root);
    const ending = values.png === true ? 'png' : 'html';
    const file =
      values.out === undefined
        ? resolve(root, FOLDER, `${screen}-${state}.${ending}`)
        : resolve(terminal.folder, values.out);
    const { findState, UnknownState, UnsoundProject } = await import('#src/testing/draw-one.ts');
    const sought = await refusing([UnknownState, UnsoundProject], () =>
      findState(root, { screen, state, language: values.lang }),
    );
    const made =
      values.png === true
        ? await takePicture(root, sought, theme, terminal)
        : await drawPage(root, sought, theme);
    if ('failure' in made) {
      terminal.err(`${name}: ${made.failure}\n`);
      return 1;
    }
    const files = made.parts.map(({ part, content }) => {
      const path = part === '' ? file : file.replace(/(\.\w+)?$/, `-${part}$1`);
      writeFile(path, content);
      return path;
    });
    printResult(terminal, values, { files }, files.map((path) => `${path}\n`).join(''));
    return 0;
  },
});

type Made =
  | { readonly parts: readonly { readonly part: string; readonly content: string | Uint8Array }[] }
  | { readonly failure: string };

async function drawPage(root: string, sought: Sought, theme: Theme | undefined): Promise<Made> {
  const { drawOne } = await import('#src/testing/draw-one.ts');
  const { loadTestProject } = await import('#src/testing/project.ts');
  const { readLook, writePage } = await import('#src/testing/write-page.ts');
  const drawn = await drawOne(root, sought);
  if (drawn.page === undefined) return { failure: drawn.failure ?? 'it could not be drawn' };
  const look = readLook(loadTestProject(root).release.app.plan);
  return { parts: [{ part: '', content: writePage(drawn.page, look, { theme }) }] };
}

async function takePicture(
  root: string,
  { screen, state, language }: Sought,
  theme: Theme = 'light',
  terminal: Terminal,
): Promise<Made> {
  const camera = await openCameraOf(terminal, root);
  try {
    const found = camera.states.find((one) => one.screen === screen && one.name === state);
    if (found === undefined) return { failure: 'the gallery has no such state' };
    const pictures = await camera.shoot(found, {
      themes: [theme],
      language,
    });
    return { parts: pictures.map(({ part, png }) => ({ part, content: png })) };
  } catch (error) {
    return { failure: messageOf(error) };
  } finally {
    await camera.close();
  }
}
