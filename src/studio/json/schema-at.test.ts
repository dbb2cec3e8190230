import { describe, expect, it } from 'vitest';
import { describedAt, describedChoice } from './schema-at.ts';

const SCREEN = {
  body: [
    { type: 'button', text: 'Pay', on: { tap: [{ do: 'go', to: 'home' }] } },
    { type: 'text-field', name: 'why', rules: [{ rule: 'required' }] },
    { type: 'butto' },
  ],
  overlays: { sure: { type: 'dialog' } },
};
const names = (pointer: string) => describedAt('screen', SCREEN, pointer).members.map(({ name }) => name);

describe('what the schemas say of a place', () => {
  it('is of the kind that the type names, with what all nodes have', () => {
    expect(names('/body/0')).toEqual(
      expect.arrayContaining(['type', 'text', 'emphasis', 'visibleWhen', 'id']),
    );
    expect(names('/body/0')).not.toContain('label');
    expect(names('/body/0/on/tap/0')).toEqual(expect.arrayContaining(['do', 'to', 'with', 'when']));
    expect(names('/body/0/on/tap/0')).not.toContain('endpoint');
    expect(names('/overlays/sure')).not.toContain('emphasis');
  });

  it('has the help of a member, and whether it must be there', () => {
    const { members } = describedAt('screen', SCREEN, '/body/0');
    expect(members.find(({ name }) => name === 'emphasis')).toMatchObject({
      help: 'Weight; one primary a screen.',
      isRequired: false,
      values: ['primary', 'secondary', 'link', 'danger'],
    });
    expect(members.find(({ name }) => name === 'text')).toMatchObject({ isRequired: true, title: 'Text' });
  });

  it('has the words of a value', () => {
    expect(describedAt('screen', SCREEN, '/body/1/rules/0/rule').values).toContain('phone');
    expect(describedAt('screen', SCREEN, '/body/0/emphasis').values).toContain('danger');
    expect(describedAt('screen', SCREEN, '/public').values).toEqual([true, false]);
  });

  it('has every type while the one that is written is none', () => {
    const { values } = describedAt('screen', SCREEN, '/body/2/type');
    expect(values).toEqual(expect.arrayContaining(['button', 'text', 'section']));
    expect(values).not.toContain('go');
  });

  it('has all types also where one is chosen already', () => {
    expect(describedAt('screen', SCREEN, '/body/0/type').values.length).toBeGreaterThan(1);
  });

  it('says what a chosen type is for', () => {
    expect(describedChoice('screen', SCREEN, '/body/0', 'type', 'button')).toEqual({
      title: 'Button',
      help: 'One act.',
    });
    expect(describedChoice('screen', SCREEN, '/body/0', 'type', 'nothing')).toBeUndefined();
  });

  it('is nothing of what no schema knows', () => {
    expect(describedAt('screen', SCREEN, '/nowhere/0')).toMatchObject({ members: [], values: [], types: [] });
  });
});
