import { describe, expect, it } from 'vitest';
import { findAffected, type Opened } from './affected.ts';
import { loadTestProject } from './project.ts';

const project = loadTestProject('.');
const opened: Opened = new Map([['order', new Set(['order', 'repay'])]]);
const affected = (...paths: readonly string[]) => findAffected(project, opened, paths);

describe('findAffected lists the screens that a change affects', () => {
  it.each([
    [
      'a screen itself, and screens whose states opened it',
      ['screens/repay.screen.json'],
      ['order', 'repay'],
    ],
    ['states and scripts of one screen', ['fixtures/states/rollover.json'], ['rollover']],
    ['two files', ['fixtures/scripts/repay.json', 'fixtures/states/rollover.json'], ['repay', 'rollover']],
    ['no screen, for a change of colours', ['screens/theme/base.tokens.json'], []],
  ] as const)('%s', (_what, paths, screens) => {
    expect([...affected(...paths)].sort()).toEqual([...screens]);
  });

  it('lists only the users of a part, an endpoint and a scenario', () => {
    const part = affected('screens/parts/payment-channels.part.json');
    expect(part).toEqual(expect.arrayContaining(['repay', 'rollover', 'order']));
    expect(part).not.toContain('site');
    expect(affected('schemas/api/card-init.endpoint.json')).toEqual(['add-card', 'bind-bank']);
    expect(affected('fixtures/scenarios/bank-slow.json')).toEqual(['bind-bank']);
  });

  it.each(['screens/app.json', 'screens/messages/fil-PH.json', 'screens/parts/nowhere-yet.part.json'])(
    'lists all screens for %s',
    (path) => {
      expect(affected(path)).toEqual([...project.states.keys()]);
    },
  );
});
