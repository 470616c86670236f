// The name under which a person's page is opened (spec §2): its value is the uid, or an ID number typed by hand (D33).

export const PERSON_IN_ADDRESS = 'usidcard'
