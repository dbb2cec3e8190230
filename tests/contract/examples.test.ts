// @vitest-environment jsdom
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectProject } from '#renderer/grammar/lint/inspect.ts';
import { readProject } from '#src/cli/project.ts';
import { renderScreen } from '#src/testing/index.ts';
import { loadTestProject } from '#src/testing/project.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const examples = readdirSync(join(FIXTURES, 'examples')).map((name) => `examples/${name}`);

describe.each([...examples, 'consumer/insurance'])('the project fixtures/%s', (name) => {
  const root = join(FIXTURES, name);

  it('has neither errors nor warnings', () => {
    expect(inspectProject(readProject(root)).problems).toEqual([]);
  });

  it('renders in all its states', async () => {
    const { states } = loadTestProject(root);
    expect(states.size).toBeGreaterThan(0);
    for (const [screen, all] of states) {
      for (const state of all) {
        const rendered = await renderScreen(screen, state.name, { root });
        const tree = rendered.tree();
        await rendered.close();
        expect(tree).toContain('heading');
      }
    }
  }, 60_000);
});

it('the project of the insurance claim renders as its stored snapshots', () => {
  const args = ['bin/capiz.mjs', 'test', '--root', join(FIXTURES, 'consumer/insurance')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
}, 60_000);
