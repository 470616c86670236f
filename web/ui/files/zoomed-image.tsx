// A picture over the page, with zoom.

import { Image } from 'antd'
import './file-preview.css'

type ZoomedImageProps = { name: string; address: string; onOpenChange: (open: boolean) => void }

export function ZoomedImage({ name, address, onOpenChange }: ZoomedImageProps) {
  return (
    <Image
      rootClassName="file-preview-hidden"
      alt={name}
      src={address}
      preview={{ open: true, onOpenChange }}
    />
  )
}
