import { describe, expect, it } from 'vitest';
import { analyzeProject } from '../project.ts';
import { plantFaults } from '../mutation/plant.ts';
import type { Reading } from '../world.ts';
import { library, planOf, problemsOf, type ScreenText } from '../testing.ts';

const EVERY = { seconds: 5, times: 60, until: 'data.shelf.fine == 0' };

function screenOf(every: ScreenText, more: ScreenText = {}): ScreenText {
  const shelf = { endpoint: 'shelf', with: { cardId: '${params.cardId}' }, every, ...more };
  return { data: { shelf }, body: [{ type: 'text', text: '${data.shelf.name}' }] };
}

describe('D23: `every` of data', () => {
  it('is in the plan, which names grammar 5 and the code that it needs', () => {
    const plan = planOf(screenOf(EVERY));
    expect(plan.data['shelf']?.every).toEqual({
      seconds: 5,
      times: 60,
      until: ['==', ['get', 'data', 'shelf', 'fine'], 0],
    });
    expect(plan).toMatchObject({ grammar: 5, uses: { rare: true } });
  });

  it('other plans need neither', () => {
    const plan = planOf({ ...screenOf({}), data: {}, body: [] });
    expect(plan).toMatchObject({ grammar: 1, uses: expect.not.objectContaining({ rare: true }) });
  });

  it('is refused in a document of an earlier grammar', () => {
    expect(problemsOf({ grammar: 4, ...screenOf(EVERY) })).toEqual([
      'document/later-grammar /data/shelf/every',
    ]);
  });

  it('has an end, an interval and a condition', () => {
    expect(problemsOf(screenOf({ seconds: 5, until: EVERY.until }))).toEqual([
      'property/missing /data/shelf/every',
    ]);
    expect(problemsOf(screenOf({ ...EVERY, seconds: 0 }))).toHaveLength(1);
    expect(problemsOf(screenOf({ ...EVERY, until: 'data.shelf.name' }))).toEqual([
      'expression/type /data/shelf/every/until',
    ]);
  });

  it('reads no endpoint that is not safe', () => {
    const data = { shelf: { endpoint: 'pay-fine', every: { seconds: 5, times: 60 } } };
    expect(problemsOf({ data, body: [] })).toContain('endpoint/unsafe-read /data/shelf/endpoint');
  });

  it('is the only thing that reads its data again', () => {
    for (const reload of [{ do: 'reload' }, { do: 'reload', data: ['shelf'] }]) {
      const inCase = { do: 'choose', cases: [{ run: [reload] }] };
      for (const load of [[reload], [inCase]])
        expect(problemsOf(screenOf(EVERY, { on: { load } }))).toContain(
          'data/polled-twice /data/shelf/on/load',
        );
    }
  });

  it('is covered by planted faults', () => {
    const files = library(screenOf(EVERY));
    const readings: Reading[] = [];
    const project = analyzeProject(files, readings);
    const faults = plantFaults(project, readings, 'screens/shelf.screen.json').map(
      ({ kind, pointer }) => `${kind} ${pointer.replace('/data/shelf/every', '')}`,
    );
    for (const fault of ['negate-condition /until', 'drop-condition /until', 'change-number /times'])
      expect(faults).toContain(fault);
  });

  it('a fault in it is found by a check', () => {
    const without = (name: string) => problemsOf(screenOf({ ...EVERY, [name]: undefined }));
    expect(without('times')).toEqual(['property/missing /data/shelf/every']);
    expect(without('seconds')).toEqual(['property/missing /data/shelf/every']);
  });
});
