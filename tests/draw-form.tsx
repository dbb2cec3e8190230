import { act, render } from '@testing-library/react';
import { createForms as createEditForms } from '#renderer/forms/edit-forms.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import { type LibraryOptions, planOf } from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import type { Value } from '#renderer/plan/expression.ts';
import { actions } from '#renderer/actions/index.ts';

/* A form from its definition, checked, compiled and rendered by the real <Screen>. */

type Json = { readonly [name: string]: unknown };

// jsdom has no layout to scroll.
window.scrollTo = () => {};

/**
 * @param body - The nodes of the form `f`.
 * @param world - Stores the draft: a second form with the same world is a later visit.
 */
export async function drawForm(
  body: readonly Json[],
  form: Json = {},
  screen: Json = {},
  world = fakeWorld(),
  library: LibraryOptions = {},
) {
  const plan = planOf(
    {
      data: {},
      params: {},
      body: [{ type: 'form', id: 'f', body, on: { submit: [] }, ...form }],
      ...screen,
    },
    library,
  );
  await prepareScreen(plan);
  const live = open(world, plan, {
    actions,
    device: { ...DEVICE, language: 'en' },
    createForms: plan.uses.edit ? createEditForms : createForms,
  });
  const drawn = render(<Screen live={live} />);
  const { forms } = live.engine;
  return {
    ...drawn,
    live,
    plan,
    world,
    /** The value of an expression path in the form. */
    read: (path: string) => forms.read(['form', 'f', ...path.split('.')]),
    readSent: (path: string) => forms.readSent(['form', 'f', ...path.split('.')]),
    write: (name: string, value: Value | undefined) => act(() => forms.write('f', name, value)),
    blame: (problems: { readonly [place: string]: string }) =>
      act(() => forms.blame(problems, [{ form: 'f', run: undefined }])),
    reset: () => act(() => forms.reset('f')),
    /** Undefined if the form is valid, else the first error and its field. */
    async submit() {
      let error: Awaited<ReturnType<typeof forms.submit>>;
      await act(async () => {
        error = await forms.submit('f');
      });
      return error;
    },
  };
}
