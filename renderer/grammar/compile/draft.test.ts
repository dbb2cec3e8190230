import { describe, expect, it } from 'vitest';
import { library } from '../testing.ts';
import { readWorld } from '../world.ts';
import { Draft, withUnsettled } from './draft.ts';
import { Scope, Watch } from './scope.ts';

describe('an expression that reads something broken', () => {
  const { world } = readWorld(library({}));
  const document = world.screens.get('shelf')?.document;
  if (document === undefined) throw new Error('The library has a shelf.');
  const watch = new Watch();
  const draft = new Draft(world, document, watch, []);
  watch.touch();
  draft.condition('true', '/body', new Scope(new Map(), watch));

  it('is a problem if nothing else explains it', () => {
    expect(withUnsettled([], draft.unsettled).map(({ code }) => code)).toEqual(['expression/unsettled']);
  });

  it('is no second problem beside the error that explains it', () => {
    draft.report('field/no-type', '/body', 'This field has no type.');
    expect(withUnsettled(draft.problems, draft.unsettled).map(({ code }) => code)).toEqual(['field/no-type']);
  });
});
