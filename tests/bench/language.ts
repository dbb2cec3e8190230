import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Editor } from '#tests/language-server/client.ts';
import { writeManyScreens } from './programs.ts';

/* The language server as an editor meets it: a process of its own, over the protocol. */

const EDITED = 'screens/order.screen.json';

/** Writes a project with this number of documents; one screen has `nodes` nodes. */
export function writeProject(root: string, folder: string, documents: number, nodes: number): void {
  for (const name of ['screens', 'schemas', 'fixtures/scenarios', 'fixtures/api', 'fixtures/states'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const { path, text } of writeManyScreens(root, documents, nodes)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export interface LanguageTimes {
  /** From the start of the process to the first problems of the open document, in ms. */
  readonly firstMs: number;
  /** From a typed letter to the problems of its text, in ms. */
  readonly letterMs: readonly number[];
  /** From a request for completion after a letter to its answer, in ms. */
  readonly completionMs: readonly number[];
}

export async function timeLanguageServer(folder: string, letters: number): Promise<LanguageTimes> {
  const began = performance.now();
  const editor = await Editor.start(folder);
  await editor.open(EDITED);
  await editor.until(() => editor.isTold(EDITED), 'the first problems');
  const firstMs = performance.now() - began;
  const letterMs: number[] = [];
  const completionMs: number[] = [];
  for (let at = 0; at < letters; at += 1) {
    const typed = performance.now();
    const [before, after] =
      at % 2 === 0 ? ['"endpoint": "', '"endpoint": "x'] : ['"endpoint": "x', '"endpoint": "'];
    const version = await editor.replace(EDITED, before, after);
    await editor.until(() => editor.checkedVersion(EDITED) === version, 'the problems of the letter');
    letterMs.push(performance.now() - typed);
    const asked = performance.now();
    await editor.ask('completion', EDITED, 'data.order.', {}, 'data.order.'.length);
    completionMs.push(performance.now() - asked);
  }
  await editor.close();
  return { firstMs, letterMs, completionMs };
}
