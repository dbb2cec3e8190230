import { describe, expect, it } from 'vitest';
import { graphOf } from './screen-graph.ts';
import { button, compileLibrary, type ScreenText } from './testing.ts';

const go = { do: 'go', to: 'book', with: { isbn: '1' } };

/** The labels of the links from the shelf. */
function labelsOf(screen: ScreenText): readonly string[] | undefined {
  return graphOf(compileLibrary(screen))?.edges.map(({ by }) => by);
}

describe('a link between screens is labelled with', () => {
  it('the text of the tapped node, with … in place of a value', () => {
    expect(labelsOf({ body: [button([go])] })).toEqual(['Go on']);
    expect(labelsOf({ body: [button([go], { text: 'About ${params.cardId}' })] })).toEqual(['About …']);
  });

  it('the first text inside a tapped box, or the type of the box if it has no text', () => {
    const section = (body: readonly unknown[]) => ({ type: 'section', on: { tap: [go] }, body });
    expect(labelsOf({ body: [section([{ type: 'text', text: 'This book' }])] })).toEqual(['This book']);
    expect(labelsOf({ body: [section([{ type: 'text', text: '${params.cardId}' }])] })).toEqual(['section']);
  });

  it('the button that sends the form', () => {
    const form = {
      type: 'form',
      id: 'card',
      body: [{ type: 'text-field', name: 'word', label: 'Word' }],
      on: { submit: [go] },
    };
    const send = button([{ do: 'submit', form: 'card' }], { text: 'Send' });
    expect(labelsOf({ body: [button([{ do: 'back' }]), form], bar: [send] })).toEqual(['Send']);
  });
});
