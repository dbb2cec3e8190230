import { describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { openWorkspace } from '../model/workspace.ts';
import { findEntries } from './entries.ts';

const ROOMS = Array.from({ length: 8 }, (_, at) => `room-${at}`);

describe('findEntries while screens are still being compiled', () => {
  it('lists every screen first by its name, as after the compilation', () => {
    let read = (): unknown => undefined;
    const workspace = openWorkspace({
      base: library(
        { body: [] },
        {
          screens: Object.fromEntries(
            ROOMS.map((id) => [
              id,
              { id, title: id, body: [{ type: 'text', id: 'words', text: `In ${id}` }] },
            ]),
          ),
        },
      ),
      inPauses(step) {
        read = () => {
          while (step() === 'more');
        };
        return () => undefined;
      },
    });
    const find = () => findEntries(workspace.snapshot(), 'room-5').map(({ title, note }) => [title, note]);
    expect(workspace.snapshot().isWhole).toBe(false);
    const first = find();
    expect(first[0]).toEqual(['room-5', 'screen room-5']);
    read();
    expect(workspace.snapshot().isWhole).toBe(true);
    expect(find()).toEqual(first);
  });
});

describe('findEntries', () => {
  it('lists what is called exactly so before a screen whose name begins so', () => {
    const body = [{ type: 'text', id: 'words', text: 'HALL' }];
    const base = library({ body: [] }, { screens: { hall: { id: 'hall', title: 'Hall', body } } });
    const found = findEntries(openWorkspace({ base }).snapshot(), 'HALL');
    expect(found[0]?.title).toBe('HALL');
  });
});
