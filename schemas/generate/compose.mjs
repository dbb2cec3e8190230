// Composes the language with additional widgets and actions at run time: the same tables as the generated
// ones.
import { bundleSchemas } from './bundle.mjs';
import { readMembers } from './members.mjs';
import { provideSchemas, readSchema } from './model.mjs';
import { readShapes } from './shapes.mjs';
import { writeValidators } from './validator-code.mjs';

const UNIONS = { widgets: 'widget.schema.json', actions: 'action.schema.json' };

/**
 * @param {Record<string, object>} added Schemas by path below schemas/: `widgets/stamp.schema.json`.
 */
export function composeLanguage(added) {
  provideSchemas(added);
  for (const [folder, file] of Object.entries(UNIONS)) {
    const union = readSchema(file);
    const names = Object.keys(added).filter((path) => path.startsWith(`${folder}/`));
    const more = names.filter((path) => !union.oneOf.some(({ $ref }) => $ref === path));
    provideSchemas({ [file]: { ...union, oneOf: [...union.oneOf, ...more.map(($ref) => ({ $ref }))] } });
  }
  const bundle = bundleSchemas();
  return { shapes: readShapes(), members: readMembers(bundle), validators: writeValidators(bundle) };
}
