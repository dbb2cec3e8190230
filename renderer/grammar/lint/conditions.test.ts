import { describe, expect, it } from 'vitest';
import { library } from '../testing.ts';
import { inspectProject } from './inspect.ts';

const SAY = { do: 'notice', text: 'Here' };
const never = (app: { readonly [name: string]: unknown }): string[] =>
  inspectProject(library({ body: [] }, { app }))
    .problems.filter(({ code }) => code === 'condition/never')
    .map(({ file, pointer }) => `${file}#${pointer}`);

describe('conditions of app.json that are never true have a warning', () => {
  const contradiction = "session.branch == 'a' && session.branch == 'b'";

  it.each<[string, { readonly [name: string]: unknown }, string]>([
    [
      'of a failure',
      { failures: { default: [{ ...SAY, when: contradiction }] } },
      '/failures/default/0/when',
    ],
    [
      'in a case of a failure',
      { failures: { default: [{ do: 'choose', cases: [{ when: contradiction, run: [SAY] }] }] } },
      '/failures/default/0/cases/0/when',
    ],
    [
      'behind a case that takes all',
      { failures: { default: [{ do: 'choose', cases: [{ run: [SAY] }, { run: [SAY] }] }] } },
      '/failures/default/0/cases/1',
    ],
    [
      'of the way to help',
      { help: { text: 'Help', run: [{ ...SAY, when: contradiction }] } },
      '/help/run/0/when',
    ],
    ['of the exit', { exit: [{ ...SAY, when: contradiction }] }, '/exit/0/when'],
    [
      'of the fallback of a bridge method',
      { bridge: { goHome: { fallback: [{ ...SAY, when: contradiction }] } } },
      '/bridge/goHome/fallback/0/when',
    ],
    [
      'of another kind of failure than the list is for',
      { failures: { timeout: [{ ...SAY, when: "error.kind == 'network'" }] } },
      '/failures/timeout/0/when',
    ],
    [
      'of a kind of failure that has a list of its own',
      { failures: { offline: [SAY], default: [{ ...SAY, when: "error.kind == 'offline'" }] } },
      '/failures/default/0/when',
    ],
    [
      'behind cases for all kinds of the list',
      {
        failures: {
          offline: [
            { do: 'choose', cases: [{ when: "error.kind == 'offline'", run: [SAY] }, { run: [SAY] }] },
          ],
        },
      },
      '/failures/offline/0/cases/1',
    ],
  ])('%s', (_name, app, pointer) => {
    expect(never(app)).toEqual([`screens/app.json#${pointer}`]);
  });

  it('but not one that can be true', () => {
    expect(
      never({
        failures: {
          offline: [{ ...SAY, when: "session.branch == 'a'" }],
          default: [{ ...SAY, when: "error.kind == 'timeout'" }],
        },
      }),
    ).toEqual([]);
  });
});
