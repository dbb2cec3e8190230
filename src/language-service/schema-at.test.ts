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

describe('describedAt and describedChoice', () => {
  it('describes the members of the type, and those of all nodes', () => {
    expect(names('/body/0')).toEqual(
      expect.arrayContaining(['type', 'text', 'emphasis', 'visibleWhen', 'id']),
    );
    expect(names('/body/0')).not.toContain('label');
    expect(names('/body/0/on/tap/0')).toEqual(expect.arrayContaining(['do', 'to', 'with', 'when']));
    expect(names('/body/0/on/tap/0')).not.toContain('endpoint');
    expect(names('/overlays/sure')).not.toContain('emphasis');
  });

  it('gives the help of a member, and whether it is required', () => {
    const { members } = describedAt('screen', SCREEN, '/body/0');
    expect(members.find(({ name }) => name === 'emphasis')).toMatchObject({
      help: 'How prominent the button is. A screen has one `primary` button.',
      isRequired: false,
      values: ['primary', 'secondary', 'link', 'danger'],
    });
    expect(members.find(({ name }) => name === 'text')).toMatchObject({ isRequired: true, title: 'Text' });
  });

  it('gives the values of an enum', () => {
    expect(describedAt('screen', SCREEN, '/body/1/rules/0/rule').values).toContain('phone');
    expect(describedAt('screen', SCREEN, '/body/0/emphasis').values).toContain('danger');
    expect(describedAt('screen', SCREEN, '/public').values).toEqual([true, false]);
  });

  it('gives all types if the current one is invalid', () => {
    const { values } = describedAt('screen', SCREEN, '/body/2/type');
    expect(values).toEqual(expect.arrayContaining(['button', 'text', 'section']));
    expect(values).not.toContain('go');
  });

  it('gives all types if one is already chosen', () => {
    expect(describedAt('screen', SCREEN, '/body/0/type').values.length).toBeGreaterThan(1);
  });

  it('gives title and help of a chosen type', () => {
    expect(describedChoice('screen', SCREEN, '/body/0', 'type', 'button')).toEqual({
      title: 'Button',
      help: 'A button, which runs actions.',
    });
    expect(describedChoice('screen', SCREEN, '/body/0', 'type', 'nothing')).toBeUndefined();
  });

  it('gives nothing for a pointer without a schema', () => {
    expect(describedAt('screen', SCREEN, '/nowhere/0')).toMatchObject({ members: [], values: [], types: [] });
  });
});
