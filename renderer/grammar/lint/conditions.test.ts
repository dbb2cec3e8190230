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
      'after a case without a condition',
      { failures: { default: [{ do: 'choose', cases: [{ run: [SAY] }, { run: [SAY] }] }] } },
      '/failures/default/0/cases/1',
    ],
    [
      'of the help list',
      { help: { text: 'Help', run: [{ ...SAY, when: contradiction }] } },
      '/help/run/0/when',
    ],
    ['of the exit list', { exit: [{ ...SAY, when: contradiction }] }, '/exit/0/when'],
    [
      'of the fallback of a bridge method',
      { bridge: { goHome: { fallback: [{ ...SAY, when: contradiction }] } } },
      '/bridge/goHome/fallback/0/when',
    ],
    [
      'for another kind of failure than that of the list',
      { failures: { timeout: [{ ...SAY, when: "error.kind == 'network'" }] } },
      '/failures/timeout/0/when',
    ],
    [
      'for a kind of failure that has its own list',
      { failures: { offline: [SAY], default: [{ ...SAY, when: "error.kind == 'offline'" }] } },
      '/failures/default/0/when',
    ],
    [
      'after cases for all kinds of the list',
      {
        failures: {
          offline: [
            { do: 'choose', cases: [{ when: "error.kind == 'offline'", run: [SAY] }, { run: [SAY] }] },
          ],
        },
      },
      '/failures/offline/0/cases/1',
    ],
  ])('a condition %s', (_name, app, pointer) => {
    expect(never(app)).toEqual([`screens/app.json#${pointer}`]);
  });

  it('but not a condition that can be true', () => {
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
