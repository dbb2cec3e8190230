import * as v from 'valibot';

/** A matter of law in a release, with the reason why it is intended. */
export const LEGAL_ACKNOWLEDGEMENT = v.object({
  code: v.string(),
  file: v.string(),
  pointer: v.string(),
  message: v.string(),
  reason: v.string(),
});

export type LegalAcknowledgement = Readonly<v.InferOutput<typeof LEGAL_ACKNOWLEDGEMENT>>;
