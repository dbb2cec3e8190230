import { describe, expect, it } from 'vitest';
import { library } from '../testing.ts';
import { readWorld } from '../world.ts';
import { Draft, withUnsettled } from './draft.ts';
import { Scope, Watch, WatchedMembers } from './scope.ts';

describe('an expression that reads something broken', () => {
  const { world } = readWorld(library({}));
  const document = world.screens.get('shelf')?.document;
  if (document === undefined) throw new Error('The library has a shelf.');
  const watch = new Watch();
  const draft = new Draft(world, document, watch, []);
  const state = { kind: 'record', members: new WatchedMembers([], ['broken'], watch) } as const;
  draft.condition(
    'state.broken',
    '/body',
    new Scope(new Map([['state', { type: state, absent: false }]]), watch),
  );

  it('is a problem if nothing else explains it', () => {
    expect(withUnsettled([], draft.unsettled).map(({ code }) => code)).toEqual(['expression/unsettled']);
  });

  it('is no second problem beside the error that explains it', () => {
    draft.report('field/no-type', '/body', 'This field has no type.');
    expect(withUnsettled(draft.problems, draft.unsettled).map(({ code }) => code)).toEqual(['field/no-type']);
  });
});
