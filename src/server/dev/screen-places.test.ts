import { expect, it } from 'vitest';
import { createScreenPlaces } from './screen-places.ts';

const text = `{
  "body": [
    { "type": "text", "text": "A" },
    { "type": "text", "text": "B", "visibleWhen": "state.isOpen == \\"1\\"" }
  ]
}
`;
const file = 'screens/shelf.screen.json';
const find = createScreenPlaces(
  {
    screens: {
      shelf: {
        // The plans themselves are not used.
        plan: {} as never,
        written: {} as never,
        origins: { a: { file, pointer: '/body/0' }, b: { file, pointer: '/body/1' } },
      },
    },
  },
  [{ path: file, text }],
);

it('returns where each node and its conditions are written', () => {
  expect(find('shelf')).toEqual({
    nodes: {
      a: { at: `${file}:3:5`, written: {} },
      b: { at: `${file}:4:5`, written: { visibleWhen: 'state.isOpen == "1"' } },
    },
  });
});

it('returns undefined for an unknown screen', () => {
  expect(find('toString')).toBeUndefined();
});
