import { useEffect } from 'react';
import type { EditsView } from '../../plan/edits.ts';

/** Of a form for editing: notifies the form of fields that the person leaves, and announces what the form says. */
export function EditPart({ id, said, leave }: EditsView & { readonly id: string }) {
  useEffect(() => {
    const form = document.getElementById(id);
    const moved = ({ target, relatedTarget }: FocusEvent) =>
      leave((instance) => {
        // As in `node-view.tsx`: keys of lists may contain spaces, which ids cannot.
        const field = document.getElementById(instance.replace(/\s/g, '_'));
        return (
          field !== null && field.contains(target as Node) && !field.contains(relatedTarget as Node | null)
        );
      });
    form?.addEventListener('focusout', moved);
    return () => form?.removeEventListener('focusout', moved);
  }, [id, leave]);
  return (
    <p role="status" className="cz-visually-hidden">
      {said}
    </p>
  );
}
