// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { readProjectFiles } from '#src/shared/project-files.ts';
import { loadFixtures } from '#src/simulator/service/load-fixtures.ts';
import { statesOfScreen } from '../model/version.ts';
import type { Workspace } from '../model/workspace.ts';
import { openVersion } from '../review/versions.ts';
import { DuplicateState } from './duplicate-state.tsx';
import { duplicate, rehearseWith, variantPath } from './variants.ts';

afterEach(cleanup);

const version = openVersion(readProjectFiles('.'));
const given = { ...loadFixtures('.'), places: {} as never };

it('duplicates a state whose JSON has an error as it was before the error', async () => {
  const plan = version.compiled.plans.get('repay');
  const [first] = statesOfScreen(version, given, 'repay');
  const scenario = given.scenarios.get(first?.scenario ?? '');
  if (plan === undefined || first === undefined || scenario === undefined) throw new Error('No such state.');
  const path = variantPath('late');
  const text = duplicate('Late', first, scenario, plan, undefined);
  const fixtures = rehearseWith(given, [{ path, text }]);
  const states = statesOfScreen(version, fixtures, 'repay');
  const state = states.find(({ name }) => name === 'late');
  if (state === undefined) throw new Error('The state is not there.');
  const edit = vi.fn<Workspace['edit']>();
  const view = { texts: new Map([[path, `${text}}`]]), read: new Map([[path, { path, text }]]) };
  // What this component uses of a workspace.
  const workspace = { snapshot: () => view, edit } as unknown as Workspace;
  render(
    <DuplicateState {...{ workspace, state, states, plan, fixtures }} label="Duplicate…" onMade={vi.fn()} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate…' }));
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() => expect(edit).toHaveBeenCalled());
  const [made] = Object.entries(edit.mock.calls[0]?.[0].changes ?? {});
  // Made from a state of the draft, it would have that state as its scenario, and not be listed.
  expect(JSON.parse(String(made?.[1]))).toMatchObject({ screen: 'repay', scenario: scenario.name });
});
