import { describe, expect, it } from 'vitest';
import type { MeasuredShape, MeasuredTarget, MeasuredWords } from '../stage/measure-rails.ts';
import { findRails } from './find-rails.ts';

const target = (name: string, more: Partial<MeasuredTarget> = {}): MeasuredTarget => ({
  ...{ node: name, name, left: 0, top: 0, width: 200, height: 48, ...more },
});
const words = (colour: string, more: Partial<MeasuredWords> = {}): MeasuredWords => ({
  ...{ node: 'words', text: 'Pay', colour, ground: '#ffffff', sizePx: 16, isBold: false, ...more },
});
const say = (
  targets: readonly MeasuredTarget[],
  read: readonly MeasuredWords[] = [],
  shapes: readonly MeasuredShape[] = [],
) =>
  findRails({ screen: 'shelf', targets, words: read, shapes }).map(
    ({ node, message }) => `${node}: ${message}`,
  );

describe('tap targets', () => {
  it('must have at least 44 px in both directions', () => {
    expect(say([target('a', { width: 44, height: 44 })])).toEqual([]);
    expect(say([target('a', { height: 43 })])).toEqual([
      'a: “a” is 200 × 43 px: fingers need 44, and 48 is what screens are drawn with.',
    ]);
    expect(say([target('a', { width: 20 })])).toHaveLength(1);
  });

  it('must be 8 px from their neighbours, unless both have the usual size', () => {
    const near = (height: number, gap: number) =>
      say([target('a', { height }), target('b', { height, top: height + gap })]);
    expect(near(48, 0)).toEqual([]);
    expect(near(44, 8)).toEqual([]);
    const beside = (width: number, gap: number) =>
      say([target('a', { width }), target('b', { width, left: width + gap })]);
    expect(beside(44, 4)).toEqual(['b: “a” and “b” are 4 px apart: fingers need 8.']);
    expect(beside(48, 4)).toEqual([]);
  });

  it('may contain other tap targets', () => {
    expect(
      say([target('row', { height: 44 }), target('more', { left: 150, width: 44, height: 44 })]),
    ).toEqual([]);
  });
});

describe('texts', () => {
  it('must have a contrast of 4.5, or of 3 if they are large', () => {
    expect(say([], [words('#767676')])).toEqual([]);
    expect(say([], [words('#777777')])).toEqual([
      'words: “Pay” has a contrast of 4.47, and needs 4.5 to be read by everybody.',
    ]);
    expect(
      say([], [words('#777777', { sizePx: 24 }), words('#777777', { sizePx: 19, isBold: true })]),
    ).toEqual([]);
    expect(say([], [words('#999999', { sizePx: 24 })])).toHaveLength(1);
  });

  it('are reported once per node', () => {
    expect(say([], [words('#777777'), words('#777777')])).toHaveLength(1);
  });
});

describe('shapes of controls', () => {
  const shape = (kind: MeasuredShape['kind'], ...colours: string[]): MeasuredShape => ({
    ...{ node: 'field', kind, name: 'Comments' },
    parts: colours.map((colour) => ({ colour, ground: '#ffffff' })),
  });

  it('must have a contrast of 3: edges, and icons without text', () => {
    expect(say([], [], [shape('edge', '#949494'), shape('icon', '#949494')])).toEqual([]);
    expect(say([], [], [shape('edge', '#959595'), shape('icon', '#cccccc')])).toEqual([
      'field: The edge of “Comments” has a contrast of 2.99, and needs 3 to be seen by everybody.',
      'field: The icon of “Comments” has a contrast of 1.60, and needs 3 to be seen by everybody.',
    ]);
  });

  it('need only one part with enough contrast', () => {
    expect(say([], [], [shape('edge', '#eeeeee', '#000000')])).toEqual([]);
  });
});
