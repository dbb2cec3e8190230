import { wordOf } from '#renderer/grammar/json.ts';
import { parseDocument } from '#renderer/grammar/parse.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { wordsOf } from '../properties/describe.ts';
import type { FormFields, SampleField } from './form-fields.ts';

/** Problems for added fields that no sample reply of the server lists. The developers must confirm them. */
export function unlistedFields(
  { texts }: WorkspaceView,
  all: readonly {
    readonly file: string;
    readonly fields: FormFields;
    readonly samples: readonly SampleField[];
  }[],
): readonly Problem[] {
  return all.flatMap(({ file, fields: { added, mapped }, samples }) => {
    const document = parseDocument(texts.get(file) ?? '', file).document;
    if (document === undefined) return [];
    const endpoint = mapped[0]?.source?.endpoint;
    const unlisted = added.filter(({ values }) => !samples.some(({ code }) => code === values['name']));
    if (endpoint === undefined) return [];
    return unlisted.map(({ pointer, values }): Problem => {
      const { line, column, length } = document.place(`${pointer}/name`);
      return {
        code: 'studio/unlisted-field',
        severity: 'warning',
        file,
        line,
        column,
        ...(length !== undefined && { length }),
        pointer,
        message: `The sample reply of “${wordsOf(endpoint)}” does not list the field “${wordOf(values['name'])}”.`,
        help: 'Ask the developers to take it',
      };
    });
  });
}
