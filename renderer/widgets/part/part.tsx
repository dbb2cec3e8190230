import { defineWidget } from '../define-widget.ts';
import type { PartProps } from '../props.generated.ts';

/** A group that adds no element. */
export const part = defineWidget<PartProps>({
  type: 'part',
  Widget: ({ slot }) => slot('body'),
});
