import type { Say } from '../../plan/words.ts';
import type { Field } from '../define-widget.ts';
import type { TextFieldProps } from '../props.generated.ts';
import { Clock } from './clock.tsx';
import { Reveal } from './reveal.tsx';
import { Suggestions } from './suggestions.tsx';

interface RareTextProps {
  /** Id of the input. */
  readonly control: string;
  readonly props: TextFieldProps;
  readonly field: Field | undefined;
  readonly set: Field['set'] | undefined;
  readonly say: Say;
}

/** What few text fields have, in one chunk. The checker allows only one of the three in a field. */
export function RareText({ control, props: { purpose, suggestions }, field, set, say }: RareTextProps) {
  if (suggestions !== undefined)
    return <Suggestions control={control} suggestions={suggestions} field={field} say={say} />;
  return purpose === 'time' || purpose === 'datetime' ? (
    <Clock control={control} set={(text) => set?.(text)} />
  ) : (
    <Reveal control={control} say={say} />
  );
}
