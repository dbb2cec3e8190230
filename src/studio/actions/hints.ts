interface Hint {
  /** In the outline. Absent for warnings about other documents than screens and parts. */
  readonly mark?: string;
  /** What staff can do about it here. */
  readonly advice: string;
}

/** Warnings whose help in the checker is for developers. */
export const HINTS: { readonly [code: string]: Hint } = {
  'button/idle': { mark: 'does nothing', advice: 'Add a step below.' },
  'form/unsent': { mark: 'not sent', advice: 'Give a button the step “Send a form”.' },
  'field/unsent': {
    mark: 'not sent',
    advice: 'Choose what it is sent as under “Sent as” in its properties, or remove the field.',
  },
  'messages/missing': { advice: 'Translate the words under Texts.' },
};
