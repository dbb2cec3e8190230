import type { Form } from './form-state.ts';
import { until } from './until.ts';

/** Waits until no upload of the form is running, and shows the progress meanwhile. */
export async function awaitUploads(form: Form): Promise<void> {
  const { engine } = form;
  const underWay = () => [...form.uploads.values()].find((uploads) => uploads.underWay)?.underWay;
  let said = '';
  let ready = () => {};
  const say = () => {
    const at = underWay();
    const text =
      at &&
      engine.scope.locale
        .message('Uploading {number} of {count}')
        .replace('{number}', String(at.done + 1))
        .replace('{count}', String(at.count));
    if (text === said) return;
    ready();
    said = text ?? '';
    ready = text === undefined ? () => {} : engine.notices.busy(text);
  };
  if (underWay() === undefined) return;
  await until(engine.store, [`form.${form.id}`], () => {
    say();
    return underWay() === undefined;
  });
}
