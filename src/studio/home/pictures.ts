import { Compiling } from '#renderer/grammar/compile.ts';
import { diffProjects } from '#renderer/grammar/difference/diff-projects.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import type { Api } from '../api.ts';
import { loadFixtures } from '../load.ts';
import { sceneOf, statesOfScreen } from '../model/version.ts';
import { AT_ONCE, createTurns, type PictureSource } from '../pictures/picture-source.ts';
import { type ChangeWords, describeChange } from '../review/words.ts';
import { screenAt } from '../screens/all-screens.ts';
import { sayScreenChange } from '../screens/say-change.ts';

export interface DraftChanges {
  readonly changes: readonly ChangeWords[];
  readonly screen: string | undefined;
}

/** Pictures for Home, and the changes of drafts. Everything is read and compiled when it is first needed. */
export interface HomePictures extends PictureSource {
  /** The changes of a draft in words, and a screen that shows one of them. */
  describe(draft: string): Promise<DraftChanges>;
}

interface Files {
  readonly before: readonly SourceFile[];
  readonly files: readonly SourceFile[];
}

export function openPictures(
  api: Pick<Api, 'readFiles' | 'readDraft'>,
  live: string | undefined,
): HomePictures {
  const memory = new ProjectMemory();
  const theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const fixtures = once(loadFixtures);
  const filesOf = byName((release) => api.readFiles(release).then(({ files }) => files));
  const readLive = once(async (): Promise<Files> => {
    const files = live === undefined ? [] : await filesOf(live);
    return { before: files, files };
  });
  const readDraft = byName(async (id): Promise<Files> => {
    const { draft, changes } = await api.readDraft(id);
    const before = draft.base === undefined ? [] : await filesOf(draft.base);
    const now = new Map(before.map(({ path, text }) => [path, text]));
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) now.delete(path);
      else now.set(path, text);
    }
    return { before, files: [...now].map(([path, text]) => ({ path, text })) };
  });
  const compilingOf = byName(async (draft) => {
    const { files } = await (draft === '' ? readLive() : readDraft(draft));
    return { files, compiling: new Compiling(files, memory) };
  });
  const turns = createTurns(AT_ONCE);
  return {
    async sceneOf({ screen, draft = '' }) {
      const { files, compiling } = await compilingOf(draft);
      const alone = compiling.alone(screen);
      if (alone === undefined) return undefined;
      const version = { files, compiled: withBrand(alone, files) };
      const read = await fixtures();
      const states = statesOfScreen(version, read, screen);
      const state = states.find(({ name }) => name === 'content') ?? states[0];
      const language = version.compiled.app?.languages.default ?? 'en';
      return state && sceneOf(version, read, state, { language, theme, textScale: 1, reader: GRAMMAR });
    },
    async describe(draft) {
      const { before, files } = await readDraft(draft);
      return { changes: describeFiles(before, files), screen: findShowing(before, files) };
    },
    takeTurn: turns,
  };
}

const PART = /^screens\/parts\/([^/]+)\.part\.json$/;

/** A changed screen; without one, a screen with a changed part. */
export function findShowing(before: readonly SourceFile[], after: readonly SourceFile[]): string | undefined {
  const old = textsOf(before);
  const changed = after.filter(({ path, text }) => old.get(path) !== text);
  const own = changed.find(({ path }) => screenAt(path) !== undefined);
  if (own !== undefined) return screenAt(own.path);
  const parts = changed.flatMap(({ path }) => PART.exec(path)?.[1] ?? []);
  // Parts contain parts.
  for (let at = 0; at < parts.length; at += 1) {
    for (const { path, text } of after) {
      const name = PART.exec(path)?.[1];
      if (name !== undefined && !parts.includes(name) && text.includes(`"${parts[at]}"`)) parts.push(name);
    }
  }
  const shown = after.find(
    ({ path, text }) => screenAt(path) !== undefined && parts.some((name) => text.includes(`"${name}"`)),
  );
  return shown && screenAt(shown.path);
}

/** Compares only documents whose texts differ. */
function describeFiles(before: readonly SourceFile[], after: readonly SourceFile[]): readonly ChangeWords[] {
  const [old, young] = [textsOf(before), textsOf(after)];
  const differs = ({ path }: SourceFile): boolean => old.get(path) !== young.get(path);
  const found = diffProjects(before.filter(differs), after.filter(differs));
  if ('unreadable' in found) return [];
  return found.flatMap((change): ChangeWords[] => {
    const { sentences, isAll } = sayScreenChange(change.file, before, after);
    if (isAll) return sentences.map((subject) => ({ subject, member: '' }));
    const texts = change.after === undefined ? old : young;
    return [describeChange(change, parseDocument(texts.get(change.file) ?? '', change.file).document?.value)];
  });
}

function textsOf(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, text }) => [path, text]));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function byName<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}
