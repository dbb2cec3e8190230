import { Words } from '../../kit/words.tsx';
import { defineWidget } from '../define-widget.ts';
import type { GroupProps } from '../props.generated.ts';
import './group.css';

export const group = defineWidget<GroupProps>({
  type: 'group',
  Widget: ({ props, id, isFilled, slot }) => {
    const hasTitle = props.title !== undefined;
    if (!isFilled) return null;
    return (
      <div id={id} role="group" className="cz-stack" aria-labelledby={hasTitle ? `${id}-title` : undefined}>
        {hasTitle ? (
          <p id={`${id}-title`} className="cz-group-title">
            <Words of={props.title} lang={props.spoken?.title} />
          </p>
        ) : null}
        {slot('body')}
      </div>
    );
  },
});
