import { describe, expect, it } from 'vitest';
import { problemsOf } from '../testing.ts';

const AT = '/body/0/on/tap';
const tap = (...actions: object[]) => ({ body: [{ type: 'button', text: 'Go', on: { tap: actions } }] });
const SAY = { do: 'notice', text: 'Here' };
const RELOAD = { do: 'reload' };
const HANDLED = [{ run: [SAY] }];

describe('A17: refuses a catch that the engine never runs', () => {
  it.each([
    [
      'in the list of a catch',
      [{ ...RELOAD, catch: [{ run: [{ ...RELOAD, catch: HANDLED }] }] }],
      '0/catch/0/run/0',
    ],
    [
      'in a choose in the list of a catch',
      [
        {
          ...RELOAD,
          catch: [{ run: [{ do: 'choose', cases: [{ run: [{ ...RELOAD, catch: HANDLED }] }] }] }],
        },
      ],
      '0/catch/0/run/0/cases/0/run/0',
    ],
    [
      'on a choose in the list of a catch',
      [{ ...RELOAD, catch: [{ run: [{ do: 'choose', cases: [{ run: [RELOAD] }], catch: HANDLED }] }] }],
      '0/catch/0/run/0',
    ],
    ['of an optional action', [{ ...RELOAD, optional: true, catch: HANDLED }], '0'],
    [
      'of a background call',
      [{ do: 'native', method: 'callPhone', with: { phone: '1' }, background: true, catch: HANDLED }],
      '0',
    ],
    ['of a constant set', [{ do: 'set', target: 'kept.tourSeen', value: true, catch: HANDLED }], '0'],
    ['of stop without a text', [{ do: 'stop', catch: HANDLED }], '0'],
    [
      'of a choose that only shows a notice',
      [{ do: 'choose', cases: [{ run: [SAY] }], catch: HANDLED }],
      '0',
    ],
  ])('a catch %s', (_case, actions, at) => {
    expect(problemsOf(tap(...actions))).toEqual([`catch/never-runs ${AT}/${at}/catch`]);
  });

  it.each([
    ['of a reload', [{ ...RELOAD, catch: HANDLED }]],
    ['in the cases of a choose', [{ do: 'choose', cases: [{ run: [{ ...RELOAD, catch: HANDLED }] }] }]],
    [
      'of a choose with an action that can fail',
      [{ do: 'choose', cases: [{ run: [RELOAD] }], catch: HANDLED }],
    ],
    ['of stop with a text', [{ do: 'stop', text: 'No', catch: HANDLED }]],
    [
      'of a set that is computed',
      [{ do: 'set', target: 'kept.tourSeen', value: '${!kept.tourSeen}', catch: HANDLED }],
    ],
  ])('but not a catch %s', (_case, actions) => {
    expect(problemsOf(tap(...actions))).toEqual([]);
  });
});

describe('A18: refuses an action after one that always ends the list', () => {
  it.each([
    ['stop', [{ do: 'stop' }, SAY, SAY], 1],
    ['stop with a text', [{ do: 'stop', text: 'No' }, SAY], 1],
    ['back', [{ do: 'back' }, SAY], 1],
    ['leave for another host', [{ do: 'leave', to: 'https://help.example.com/' }, SAY], 1],
    [
      'a choose whose cases all end the list',
      [
        {
          do: 'choose',
          cases: [{ when: 'device.online', run: [{ do: 'stop' }] }, { run: [{ do: 'back' }] }],
        },
        SAY,
      ],
      1,
    ],
  ])('after %s', (_case, actions, at) => {
    expect(problemsOf(tap(...actions))).toEqual([`action/never-runs ${AT}/${at}`]);
  });

  it.each([
    ['stop with a condition', [{ do: 'stop', when: 'device.online' }, SAY]],
    ['an optional stop with a text, which is skipped', [{ do: 'stop', text: 'No', optional: true }, SAY]],
    ['leave for a call, which leaves the screen open', [{ do: 'leave', to: 'tel:1' }, SAY]],
    ['close, which ends no list', [{ do: 'close' }, SAY]],
    [
      'a choose that ends the list in one case only',
      [{ do: 'choose', cases: [{ when: 'device.online', run: [{ do: 'stop' }] }] }, SAY],
    ],
  ])('but not after %s', (_case, actions) => {
    expect(problemsOf(tap(...actions))).toEqual([]);
  });
});
