import { DrawnForm, type MakeForms } from './drawn.tsx';
import { compare } from './look.ts';
import { Model } from './model.ts';
import type { Picture } from './model-state.ts';
import { type Action, type FormSpec, SECRETS } from './spec.ts';

/** Applies the actions to a form and to its model. Returns the first disagreement in words; undefined if there is none. */
export async function disagree(
  spec: FormSpec,
  actions: readonly Action[],
  makeForms?: MakeForms,
): Promise<string | undefined> {
  const model = new Model(spec);
  const drawn = new DrawnForm(spec, makeForms);
  try {
    await drawn.open();
    const begun = judge(model.picture(), drawn);
    if (begun !== undefined) return `opened: ${begun}`;
    for (const [at, action] of actions.entries()) {
      await drawn.act(action, model);
      model.act(action);
      const found = judge(model.picture(), drawn);
      if (found !== undefined) return `after ${at + 1}, ${JSON.stringify(action)}: ${found}`;
    }
    return undefined;
  } finally {
    drawn.close();
  }
}

function judge(expected: Picture, drawn: DrawnForm): string | undefined {
  const secret = SECRETS.find((words) => drawn.stored().includes(words));
  if (secret !== undefined) return `${secret} is stored`;
  return compare(expected, drawn.look()) ?? drawn.faults()[0];
}
