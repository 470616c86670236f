// With which options of Node the api runs, however it is started.

/**
 * The young generation of its heap is small: uploads leave buffers there that nobody collects before it is full, and what calls
 * need at once is far less (ADR 127).
 */
export const API_NODE_OPTIONS = ['--max-semi-space-size=4'] as const
