/** The name on which the test run's setup and the clones of its tests agree. */
export const templateDatabase = 'template_paywages'
