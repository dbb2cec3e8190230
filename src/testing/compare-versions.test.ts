import { describe, expect, it } from 'vitest';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { compareVersions, type DrawStates } from './compare-versions.ts';
import type { DrawnState } from './drawn.ts';

const files = readProjectFiles('.');
const NOT_FOUND = 'screens/not-found.screen.json';
const edited = (path: string, from: string, to: string): readonly ProjectFile[] =>
  files.map((file) => (file.path === path ? { ...file, text: file.text.replace(from, to) } : file));

/** Tells of each state its name; of a screen what its definition says, too. */
function drawing(): { readonly asked: ReadonlyMap<string, readonly string[]>[]; readonly draw: DrawStates } {
  const asked: ReadonlyMap<string, readonly string[]>[] = [];
  return {
    asked,
    draw: (root, states) => {
      asked.push(states);
      const text = readProjectFiles(root).find(({ path }) => path === NOT_FOUND)?.text ?? '';
      const said = /"The address [^"]*"/.exec(text)?.[0] ?? '';
      const drawn = [...states].flatMap(([screen, names]) =>
        names.map(
          (state): DrawnState => ({
            ...{ screen, state, title: '', language: 'en-PH' },
            lines: [{ text: screen === 'not-found' && state === 'content' ? said : 'the same' }],
          }),
        ),
      );
      return Promise.resolve(drawn);
    },
  };
}

describe('issue F: capiz diff has before and after trees, and the states that are proven unchanged', () => {
  it('of the same definitions nothing is drawn, and every state is unchanged', async () => {
    const { asked, draw } = drawing();
    const { changed, unchanged } = await compareVersions('.', files, files, draw);
    expect(asked.map(({ size }) => size)).toEqual([0, 0]);
    expect(changed).toEqual([]);
    expect(unchanged.length).toBeGreaterThan(500);
  });

  it('what may differ is drawn by both; what came out the same is unchanged too', async () => {
    const { asked, draw } = drawing();
    const after = edited(NOT_FOUND, 'may be old', 'may be very old');
    const { changed, unchanged } = await compareVersions('.', files, after, draw);
    expect(changed).toEqual([
      {
        ...{ screen: 'not-found', state: 'content', language: 'en-PH' },
        before: ['"The address may be old or mistyped."'],
        after: ['"The address may be very old or mistyped."'],
      },
    ]);
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]?.get('not-found')).toContain('large-text');
    expect(unchanged).toContainEqual({ screen: 'not-found', state: 'large-text', language: 'en-PH' });
    // It leads nowhere near, so it is not even drawn.
    expect(asked[0]?.get('privacy-policy') ?? []).not.toContain('content');
    expect(unchanged).toContainEqual({ screen: 'privacy-policy', state: 'content', language: 'fil-PH' });
  });
});
