import { describe, expect, it } from 'vitest';
import { type ProjectFile, readProjectFiles } from '#src/shared/project-files.ts';
import { compareVersions, type DrawStates } from './compare-versions.ts';
import type { DrawnState } from './drawn.ts';

const files = readProjectFiles('.');
const NOT_FOUND = 'screens/not-found.screen.json';
const edited = (path: string, from: string, to: string): readonly ProjectFile[] =>
  files.map((file) => (file.path === path ? { ...file, text: file.text.replace(from, to) } : file));

/** Renders for each state its name, and for a screen also text from its definition. */
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

describe('capiz diff shows trees before and after, and the states that are proven unchanged', () => {
  it('renders nothing for equal definitions, and reports every state as unchanged', async () => {
    const { asked, draw } = drawing();
    const { changed, unchanged } = await compareVersions('.', files, files, draw);
    expect(asked.map(({ size }) => size)).toEqual([0, 0]);
    expect(changed).toEqual([]);
    expect(unchanged.length).toBeGreaterThan(500);
  });

  it('renders states that may differ with both versions, and reports equal results as unchanged', async () => {
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
    // No path leads from this screen to the changed one, so it is not rendered.
    expect(asked[0]?.get('privacy-policy') ?? []).not.toContain('content');
    expect(unchanged).toContainEqual({ screen: 'privacy-policy', state: 'content', language: 'fil-PH' });
  });
});
