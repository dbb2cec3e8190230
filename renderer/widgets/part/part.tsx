import { defineWidget } from '../define-widget.ts';
import type { PartProps } from '../props.generated.ts';

/** A group without a look of its own: its nodes stand where it stands. */
export const part = defineWidget<PartProps>({
  type: 'part',
  Widget: ({ slot }) => slot('body'),
});
