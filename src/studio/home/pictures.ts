import type { QueryClient } from '@tanstack/react-query';
import { Compiling } from '#renderer/grammar/compile.ts';
import { diffProjects } from '#renderer/grammar/difference/diff-projects.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import { isProjectPath, partName } from '#src/shared/project-paths.ts';
import type { Api } from '../api.ts';
import { loadFixtures } from '../load.ts';
import { sceneOf, statesOfScreen } from '../model/version.ts';
import { AT_ONCE, createTurns, type PictureSource } from '../pictures/picture-source.ts';
import { KEYS } from '../queries/keys.ts';
import { sayProject, type ToldDocument } from '../review/say-project.ts';
import { screenAt } from '../screens/all-screens.ts';

export interface DraftChanges {
  readonly changes: readonly ToldDocument[];
  readonly screen: string | undefined;
}

/** Pictures for Home, and the changes of drafts. Everything is read and compiled when it is first needed. */
export interface HomePictures extends PictureSource {
  /**
   * The changes of a draft in words, and a screen that shows one of them.
   *
   * @param version - Changes with each save of the draft.
   */
  describe(draft: string, version: string): Promise<DraftChanges>;
}

interface Files {
  readonly before: readonly SourceFile[];
  readonly files: readonly SourceFile[];
}

export function openPictures(
  client: QueryClient,
  api: Pick<Api, 'readFiles' | 'readDraft'>,
  live = '',
): HomePictures {
  const memory = new ProjectMemory();
  const theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const readFiles = async (release: string): Promise<readonly SourceFile[]> => {
    if (release === '') return [];
    const { files } = await client.fetchQuery({
      queryKey: KEYS.releaseFiles(release),
      queryFn: () => api.readFiles(release),
      staleTime: Infinity,
    });
    return files;
  };
  const readDraft = async (id: string): Promise<Files> => {
    const { draft, changes } = await api.readDraft(id);
    const before = await readFiles(draft.base ?? '');
    const now = new Map(before.map(({ path, text }) => [path, text]));
    for (const [path, text] of Object.entries(changes)) {
      if (text === null) now.delete(path);
      else now.set(path, text);
    }
    return { before, files: [...now].map(([path, text]) => ({ path, text })) };
  };
  /** A draft, or the live release. */
  const read = (draft: string | undefined, version: string) =>
    client.fetchQuery({
      queryKey: KEYS.project(draft, version),
      staleTime: Infinity,
      async queryFn() {
        const { before, files } =
          draft === undefined ? { before: [], files: await readFiles(live) } : await readDraft(draft);
        return { before, files, compiling: new Compiling(files, memory) };
      },
    });
  const readFixtures = () =>
    client.fetchQuery({ queryKey: KEYS.fixtures, queryFn: loadFixtures, staleTime: Infinity });
  const turns = createTurns(AT_ONCE);
  return {
    async sceneOf({ screen, draft, version: saved = live }) {
      const { files, compiling } = await read(draft, saved);
      const alone = compiling.alone(screen);
      if (alone === undefined) return undefined;
      const version = { files, compiled: withBrand(alone, files) };
      const fixtures = await readFixtures();
      const states = statesOfScreen(version, fixtures, screen);
      const state = states.find(({ name }) => name === 'content') ?? states[0];
      const language = version.compiled.app?.languages.default ?? 'en';
      return state && sceneOf(version, fixtures, state, { language, theme, textScale: 1, reader: GRAMMAR });
    },
    async describe(draft, version) {
      const { before, files } = await read(draft, version);
      return { changes: describeFiles(before, files), screen: findShowing(before, files) };
    },
    takeTurn: turns,
  };
}

/** A changed screen; without one, a screen with a changed part. */
export function findShowing(before: readonly SourceFile[], after: readonly SourceFile[]): string | undefined {
  const old = textsOf(before);
  const changed = after.filter(({ path, text }) => old.get(path) !== text);
  const own = changed.find(({ path }) => screenAt(path) !== undefined);
  if (own !== undefined) return screenAt(own.path);
  const parts = changed.flatMap(({ path }) => partName(path) ?? []);
  // Parts contain parts.
  for (let at = 0; at < parts.length; at += 1) {
    for (const { path, text } of after) {
      const name = partName(path);
      if (name !== undefined && !parts.includes(name) && text.includes(`"${parts[at]}"`)) parts.push(name);
    }
  }
  const shown = after.find(
    ({ path, text }) => screenAt(path) !== undefined && parts.some((name) => text.includes(`"${name}"`)),
  );
  return shown && screenAt(shown.path);
}

/** The changes of a draft in words; empty if a document cannot be read. Compares only files whose texts differ. */
export function describeFiles(
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): readonly ToldDocument[] {
  const [old, young] = [textsOf(before), textsOf(after)];
  const differs = ({ path }: SourceFile): boolean => old.get(path) !== young.get(path);
  const found = diffProjects(before.filter(differs), after.filter(differs));
  if ('unreadable' in found) return [];
  const paths = [...before, ...after].filter(differs).map(({ path }) => path);
  return sayProject(found, before, after, new Set(paths.filter(isProjectPath)));
}

function textsOf(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, text }) => [path, text]));
}
