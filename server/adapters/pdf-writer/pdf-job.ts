// What goes to the thread that sets PDF pages, and what comes back.

export type PdfJob = { readonly source: string; readonly json: string }
export type PdfAnswer = { readonly pdf: Uint8Array } | { readonly failed: string }
