import { composeLanguage } from '#schemas/generate/compose.mjs';
import { provideSchemas } from '#schemas/generate/model.mjs';
import { speakLanguage } from '#renderer/grammar/extend.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import type { Validators } from '#renderer/grammar/validate.ts';
import { completeSchemas } from './complete-schema.ts';
import type { Extensions } from './define.ts';

const ours = import.meta.glob<object>('../../schemas/**/*.schema.json', { import: 'default', eager: true });

/** Ajv's comparison for `uniqueItems`; our lists contain only text. */
const COMPARISON = /require\("ajv\/dist\/runtime\/equal"\)\.default/g;

let spoken: string | undefined;

/**
 * Adds these widgets and actions to the language of this process, for checking and compiling. Repeating the same call
 * has no effect; a call with other widgets or actions is refused.
 *
 * @throws Error that names the fault in a schema, or a name that is taken.
 */
export async function speak(extensions: Extensions): Promise<void> {
  const added = completeSchemas(extensions);
  const text = JSON.stringify(added);
  if (text === spoken) return;
  if (spoken !== undefined) throw new Error('This process has other widgets and actions already.');
  for (const { name } of extensions.widgets ?? [])
    if (Object.hasOwn(shapes.widgets, name)) throw new Error(`A widget "${name}" already exists.`);
  for (const { name } of extensions.actions ?? [])
    if (Object.hasOwn(shapes.actions, name)) throw new Error(`An action "${name}" already exists.`);
  provideOurs();
  const language = composeLanguage(added);
  const module = language.validators.replaceAll(COMPARISON, '((a, b) => a === b)');
  // One validator per kind of document, from a module that ajv generated from the composed schema.
  const validators = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`
  )) as Validators;
  speakLanguage({ ...language, validators });
  spoken = text;
}

/** Generates the language without additions once and drops it: then `speak` needs a fraction of its time. */
export function warmUp(): void {
  provideOurs();
  composeLanguage({});
}

function provideOurs(): void {
  provideSchemas(
    Object.fromEntries(
      Object.entries(ours).map(([path, schema]) => [path.replace('../../schemas/', ''), schema]),
    ),
  );
}
