import { useEffect } from 'react';
import type { EditsView } from '../../plan/edits.ts';

/** Of a form for editing: notifies the form of fields that the person leaves, and announces what the form says. */
export function EditPart({ id, said, leave }: EditsView & { readonly id: string }) {
  useEffect(() => {
    const form = document.getElementById(id);
    // As in `node-view.tsx`: keys of lists may contain spaces, which ids cannot.
    const fieldOf = (instance: string) => document.getElementById(instance.replace(/\s/g, '_'));
    const moved = ({ target, relatedTarget }: FocusEvent) =>
      leave((instance) => {
        const field = fieldOf(instance);
        return (
          field !== null && field.contains(target as Node) && !field.contains(relatedTarget as Node | null)
        );
      });
    // Fields that were left before this code had come.
    leave((instance) => fieldOf(instance)?.contains(document.activeElement) === false);
    form?.addEventListener('focusout', moved);
    return () => form?.removeEventListener('focusout', moved);
  }, [id, leave]);
  return (
    <p role="status" className="cz-visually-hidden">
      {said}
    </p>
  );
}
