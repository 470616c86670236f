// The specification's calls of contracts, invoices, tax proofs and files (spec §3, §7, D43).

import { PAGE, type SpecifiedCall, type WireFields } from './wire-type.ts'

const FILE: WireFields = { fileId: 'text', fileName: 'text', filePath: 'file' }
const INVOICE_FILTERS = ['invoiceApplyNo', 'invoiceType', 'invoiceApplyStatus'] as const
const CONTRACT_FILTERS = ['contractNo', 'contractName', 'invoiceClassId', 'contractStatus'] as const

export const PAPER_CALLS: readonly SpecifiedCall[] = [
  {
    call: 'GET /contract/list',
    asks: [...CONTRACT_FILTERS, ...PAGE],
    list: true,
    answers: {
      contractId: 'id',
      contractNo: 'text',
      contractName: 'text',
      invoiceClassId: 'id?',
      invoiceClassName: 'text',
      contractStatus: 'number',
      generateTime: 'time',
      signTime: 'time?',
      contractBegin: 'time?',
      contractEnd: 'time?',
      serviceRate: 'number',
      providerName: 'text',
      fileId: 'text?',
      fileEntity: { object: FILE, nullable: true },
    },
  },
  {
    call: 'POST /contract/save',
    asks: [
      ...['contractId', 'contractNo', 'contractName', 'invoiceClassId', 'contractStatus', 'fileId'],
      ...['contractBegin', 'contractEnd'],
    ],
    answers: 'nothing',
  },
  { call: 'POST /contract/generate', asks: [], answers: 'count' },
  { call: 'GET /contract/export', asks: CONTRACT_FILTERS, answers: 'download' },
  {
    call: 'GET /invoice/list',
    asks: [...INVOICE_FILTERS, ...PAGE],
    list: true,
    answers: {
      invoiceApplyId: 'id',
      invoiceApplyNo: 'text',
      invoiceType: 'number',
      invoiceClass: 'id',
      invoiceClassName: 'text',
      invoiceAmount: 'yuan',
      applyRemark: 'text',
      applyProviderName: 'text',
      applyTime: 'time',
      invoiceApplyStatus: 'number',
      auditTime: 'time?',
      comfirmInvoiceTime: 'time?',
      trickNo: 'text',
      trickRemark: 'text',
      fileEntities: { listOf: FILE },
    },
  },
  {
    call: 'POST /invoice/add',
    asks: ['invoiceType', 'invoiceClass', 'invoiceAmount', 'applyRemark'],
    answers: 'id',
  },
  {
    call: 'POST /invoice/manage/audit',
    asks: ['invoiceId', 'auditStatus', 'refuseReason'],
    answers: 'nothing',
  },
  {
    call: 'POST /invoice/manage/trick',
    asks: ['invoiceId', 'trickNo', 'trickRemark', 'invoiceFileIds'],
    answers: 'nothing',
  },
  { call: 'POST /invoice/serviceitem/add', asks: ['value'], answers: 'id' },
  {
    call: 'GET /invoice/serviceitem/all',
    asks: [],
    list: true,
    answers: { serviceItemId: 'id', serviceItemName: 'text' },
  },
  { call: 'POST /invoice/class/add', asks: ['invoiceClassName', 'serviceItemId'], answers: 'id' },
  {
    call: 'POST /invoice/class/update',
    asks: ['invoiceClassName', 'serviceItemId', 'invoiceClassId', 'invoiceClassStatus'],
    answers: 'nothing',
  },
  {
    call: 'GET /invoice/class/list',
    asks: ['invoiceClassStatus', 'serviceItemId', ...PAGE, 'invoiceClassName'],
    list: true,
    answers: {
      invoiceClassId: 'id',
      invoiceClassName: 'text',
      serviceItemId: 'id',
      serviceItemName: 'text',
      invoiceClassStatus: 'flag',
      createTime: 'time',
      statusTime: 'time?',
    },
  },
  {
    call: 'POST /invoice/class/status',
    asks: ['invoiceClassId', 'invoiceClassStatus'],
    answers: 'nothing',
  },
  { call: 'GET /invoice/export', asks: INVOICE_FILTERS, answers: 'download' },
]

export const TAX_AND_FILE_CALLS: readonly SpecifiedCall[] = [
  {
    call: 'GET /tax/list',
    asks: ['taxStatus', 'taxTime', ...PAGE],
    list: true,
    answers: {
      taxId: 'id',
      taxMonth: 'month',
      totalTaxAmount: 'yuan',
      taxStatus: 'number',
      taxUploadTime: 'time?',
      providerName: 'text',
      fileEntity: { object: FILE, nullable: true },
      fileId: 'text?',
    },
  },
  { call: 'POST /tax/generate', asks: [], answers: 'count' },
  { call: 'POST /tax/personal/generate', asks: [], answers: 'count' },
  { call: 'POST /tax/upload', asks: ['fileName', 'taxId'], file: 'file', answers: 'nothing' },
  { call: 'POST /file/upload', asks: ['fileName'], file: 'file', answers: 'text' },
  { call: 'GET /file/download', asks: ['fileId'], answers: 'download' },
]
